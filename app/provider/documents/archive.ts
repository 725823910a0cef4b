import { Unzip, UnzipInflate, unzipSync } from 'fflate'
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
 * Inflates the wanted entries of a ZIP archive. The bytes that come out are counted: a directory may lie.
 * @throws UnreadableDocument `damaged` or `too_large`
 */
export function readEntries(bytes: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  checkArchive(bytes)
  const pieces = new Map<string, Uint8Array[]>()
  let inflated = 0
  let entries = 0
  const unzip = new Unzip((entry) => {
    if (++entries > limits.archiveEntries) throw new UnreadableDocument('too_large')
    if (!wanted(entry.name) || pieces.has(entry.name)) return
    const parts: Uint8Array[] = []
    pieces.set(entry.name, parts)
    entry.ondata = (error, data) => {
      if (error) throw error
      inflated += data.length
      if (inflated > limits.inflatedBytes) throw new UnreadableDocument('too_large')
      parts.push(data)
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
  return new Map([...pieces].map(([name, parts]) => [name, concatenated(parts)]))
}

function concatenated(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
