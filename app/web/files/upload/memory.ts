import type { BrowserStorage } from '~/ui/browser-storage.ts'

/** A reserved file whose bytes have not all arrived, and how its member's file is known again. */
export interface Unfinished {
  fileId: number
  groupId: number
  name: string
  size: number
  lastModified: number
  /** When it was reserved, in milliseconds since 1970. */
  at: number
}

export type UploadMemory = ReturnType<typeof createUploadMemory>

const key = 'unfinished-uploads'
/** The provider sweeps uploads away that nobody has finished for this long; asking for them is in vain. */
const keptFor = 24 * 60 * 60 * 1000
/** Old ones go first; nobody has this many uploads interrupted. */
const most = 50

/**
 * Remembers, beyond this page view, which files were being uploaded, so that one that its member adds again goes on where
 * it was. The same file in the same group is one with the same name, size and time of its last change.
 */
export function createUploadMemory(storage: BrowserStorage, now = () => Date.now()) {
  const read = (): Unfinished[] => {
    try {
      const stored: unknown = JSON.parse(storage.get(key) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isUnfinished).filter(({ at }) => now() - at < keptFor) : []
    } catch {
      return []
    }
  }
  const write = (uploads: Unfinished[]) => {
    if (uploads.length > 0) storage.set(key, JSON.stringify(uploads.slice(-most)))
    else storage.remove(key)
  }
  return {
    /** All that are kept, the oldest first. */
    all: read,

    /** The reserved files that may be this one, the latest first. */
    find: ({ name, size, lastModified }: File, groupId: number): number[] =>
      read()
        .filter(
          (one) =>
            one.groupId === groupId && one.name === name && one.size === size && one.lastModified === lastModified,
        )
        .map(({ fileId }) => fileId)
        .toReversed(),

    remember({ name, size, lastModified }: File, groupId: number, fileId: number) {
      write([...read(), { fileId, groupId, name, size, lastModified, at: now() }])
    },

    forget: (fileId: number) => write(read().filter((one) => one.fileId !== fileId)),

    forgetAll: () => write([]),
  }
}

function isUnfinished(value: unknown): value is Unfinished {
  if (typeof value !== 'object' || value === null) return false
  const { fileId, groupId, name, size, lastModified, at } = value as Record<string, unknown>
  return typeof name === 'string' && [fileId, groupId, size, lastModified, at].every(Number.isFinite)
}
