import { vi } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import type { Connection } from '~/web/files/upload/connection.ts'
import { type BrowserStorage, createBrowserStorage } from '~/ui/browser-storage.ts'
import { createUploadMemory } from '~/web/files/upload/memory.ts'
import { createPartsSender, type PartsApi } from '~/web/files/upload/send-parts.ts'
import type { Progress } from '~/web/files/upload/progress.ts'
import type { PutPart } from '~/web/files/upload/put-part.ts'
import type { Sending } from '~/web/files/upload/queue.ts'
import { storageDouble } from './storage.ts'

export const MiB = 1024 * 1024

/** A file of that many MiB. */
export const fileOf = (mebibytes: number, name = 'film.mp4') =>
  new File([new Uint8Array(mebibytes * MiB)], name, { lastModified: 1_700_000_000_000 })

/** What a browser keeps between page views. */
export function storage(): BrowserStorage {
  const items = storageDouble()
  return createBrowserStorage(() => items)
}

/** A provider of the contract, in memory. */
export function provider() {
  const files = new Map<number, { parts: Map<number, number>; size: number; stored: boolean }>()
  const byKey = new Map<string, number>()
  let nextId = 7
  const fileOf = (id: number) => {
    const file = files.get(id)
    if (!file) throw new ApiError('does_not_exist', { entity: 'file' })
    return file
  }
  const open = (id: number) => {
    const file = fileOf(id)
    if (file.stored) throw new ApiError('wrong_file_status')
    return file
  }
  const api = {
    reserve: vi.fn<PartsApi['reserve']>(async ({ file: { size } }, key) => {
      const id = byKey.get(key) ?? nextId++
      byKey.set(key, id)
      if (!files.has(id)) files.set(id, { parts: new Map(), size, stored: false })
      return id
    }),
    arrived: vi.fn<PartsApi['arrived']>(async (id) => ({
      part_size: 8 * MiB,
      parts: [...open(id).parts].map(([number, size]) => ({ number, size })),
    })),
    address: vi.fn<PartsApi['address']>(async (id, numbers) => {
      open(id)
      return new Map(numbers.map((number) => [number, `/bytes/${id}/${number}/${crypto.randomUUID()}`]))
    }),
    validate: vi.fn<PartsApi['validate']>(async (id) => {
      const file = fileOf(id)
      const there = [...file.parts.values()].reduce((sum, size) => sum + size, 0)
      if (there !== file.size) throw new ApiError('wrong_file_status')
      file.stored = true
      return { id } as StoredFile
    }),
    remove: vi.fn<PartsApi['remove']>(async (id) => void files.delete(id)),
  }
  const put = vi.fn<PutPart>(async (address, part, { signal, onSent }) => {
    signal.throwIfAborted()
    const [, , id, number] = address.split('/').map(Number)
    const file = files.get(id!)
    if (!file) return 404
    onSent(part.size)
    file.parts.set(number!, part.size)
    return 200
  })
  return { api, put, files, partsOf: (id: number) => [...(files.get(id)?.parts.keys() ?? [])].toSorted() }
}

/** A connection that the test cuts; pauses are over at once and are noted. */
export function connection() {
  let back = Promise.withResolvers<void>()
  back.resolve()
  let online = true
  const pauses: number[] = []
  const orAborted = (signal: AbortSignal, wait: Promise<void>) =>
    Promise.race([
      wait,
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
  const connection: Connection = {
    isOnline: () => online,
    untilOnline: (signal) => orAborted(signal, back.promise),
    pause: async (milliseconds, signal) => {
      signal.throwIfAborted()
      pauses.push(milliseconds)
    },
  }
  return {
    connection,
    pauses,
    cut() {
      online = false
      back = Promise.withResolvers()
    },
    restore() {
      online = true
      back.resolve()
    },
  }
}

/** A page view that uploads to a provider. Several may have one storage, as when a page is reloaded. */
export function pageView({ api, put }: ReturnType<typeof provider>, kept = storage()) {
  const line = connection()
  const sender = createPartsSender({ api, put, memory: createUploadMemory(kept), connection: line.connection })
  const send = (file: File, options: Partial<Sending> = {}) => {
    const progress: Progress[] = []
    const reserved: (number | undefined)[] = []
    const controller = new AbortController()
    const result = sender.send({
      file,
      groupId: 11,
      source: 'upload',
      key: crypto.randomUUID(),
      fileId: undefined,
      signal: controller.signal,
      onReserved: (id) => reserved.push(id),
      onProgress: (each) => progress.push(each),
      ...options,
    })
    // A test that looks at the failure later should not be called careless.
    result.catch(() => {})
    return { result, progress, reserved, abort: () => controller.abort(new DOMException('cancelled', 'AbortError')) }
  }
  return { ...line, send, discard: sender.discard }
}
