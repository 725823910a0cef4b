import { Unzip, UnzipInflate, Zip, ZipDeflate } from 'fflate'
import { limits, UnreadableDocument } from '~/provider/documents/document.ts'

/** Small enough that even the strongest compression (1 : 1,032) inflates one piece to some 8 MB. */
const inputPiece = 8 * 1024

/**
 * A ZIP archive with some entries replaced, in the order they have; the bytes of the others pass through piece by piece,
 * and are never held inflated.
 *
 * @throws UnreadableDocument `damaged`, or `too_large` for entries that inflate to more than is allowed
 */
export function rewriteArchive(bytes: Uint8Array, replaced: Map<string, Uint8Array>): Uint8Array {
  const output: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    output.push(data)
  })
  let inflated = 0
  const unzip = new Unzip((entry) => {
    // What was stored as it is (images) would not get smaller.
    const copy = new ZipDeflate(entry.name, { level: entry.compression === 0 ? 0 : 6 })
    zip.add(copy)
    const replacement = replaced.get(entry.name)
    entry.ondata = (error, data, final) => {
      if (error) throw error
      inflated += data.length
      if (inflated > limits.inflatedBytes) throw new UnreadableDocument('too_large')
      if (!replacement) copy.push(data, final)
      else if (final) copy.push(replacement, true)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let start = 0; start < bytes.length; start += inputPiece) {
      unzip.push(bytes.subarray(start, start + inputPiece), start + inputPiece >= bytes.length)
    }
    zip.end()
  } catch (error) {
    throw error instanceof UnreadableDocument ? error : new UnreadableDocument('damaged', { cause: error })
  }
  return concatenated(output)
}

function concatenated(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
