import { Unzip, type UnzipFile, UnzipInflate, unzipSync } from 'fflate'
import { concatenated } from '~/encoding/concatenated.ts'
import { UnreadableDocument, limits } from './document.ts'

/** Small enough that even the strongest compression (1 : 1,032) inflates one piece to some 8 MB. */
const inputPiece = 8 * 1024

/**
 * Checks a ZIP archive by its directory before anything is inflated, and gives the names of its entries.
 * @throws UnreadableDocument `damaged` without a directory, or `too_large`
 */
export function checkArchive(bytes: Uint8Array): Set<string> {
  const names = new Set<string>()
  let inflated = 0
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => {
        inflated += originalSize
        // An entry that hides its size would be inflated without a bound.
        const hidden = originalSize === 0 && size > 16
        if (hidden || inflated > limits.inflatedBytes || names.size >= limits.archiveEntries) {
          throw new UnreadableDocument('too_large')
        }
        names.add(name)
        return false
      },
    })
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error
    throw new UnreadableDocument('damaged', { cause: error })
  }
  return names
}

/**
 * Inflates the wanted entries of a ZIP archive.
 * @throws UnreadableDocument `damaged` or `too_large`
 */
export function readEntries(bytes: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  checkArchive(bytes)
  const pieces = new Map<string, Uint8Array[]>()
  inflateEntries(bytes, ({ name }) => {
    if (!wanted(name) || pieces.has(name)) return undefined
    const parts: Uint8Array[] = []
    pieces.set(name, parts)
    return (data) => parts.push(data)
  })
  return new Map([...pieces].map(([name, parts]) => [name, concatenated(parts)]))
}

/**
 * Inflates a ZIP archive piece by piece, in the order of its entries. `open` gives for each entry what takes its bytes,
 * or nothing to pass over it. What comes out is counted: a directory may lie.
 * @throws UnreadableDocument `damaged` or `too_large`
 */
export function inflateEntries(
  bytes: Uint8Array,
  open: (entry: UnzipFile) => ((data: Uint8Array, final: boolean) => void) | undefined,
): void {
  let inflated = 0
  let entries = 0
  const unzip = new Unzip((entry) => {
    if (++entries > limits.archiveEntries) throw new UnreadableDocument('too_large')
    const take = open(entry)
    if (!take) return
    entry.ondata = (error, data, final) => {
      if (error) throw error
      inflated += data.length
      if (inflated > limits.inflatedBytes) throw new UnreadableDocument('too_large')
      take(data, final)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)

  try {
    for (let start = 0; start < bytes.length; start += inputPiece) {
      unzip.push(bytes.subarray(start, start + inputPiece), start + inputPiece >= bytes.length)
    }
  } catch (error) {
    throw error instanceof UnreadableDocument ? error : new UnreadableDocument('damaged', { cause: error })
  }
}
