import { Unzlib } from 'fflate'
import { UnreadableDocument, limits } from './document.ts'

/** A smaller stream cannot inflate to more than 66 MB: deflate makes at most 1,032 bytes of one. */
const harmless = 64 * 1024

/** What one piece inflates to is held at once. */
const pieceBytes = 8 * 1024

/** Where objects begin or end; any white space may stand before the word. */
const objectBounds = /\sobj\b|\bendobj\b|\bendstream\b/

/** Bytes before the word `stream` that hold what its dictionary says of filters. */
const dictionaryBytes = 400

/**
 * Refuses a PDF with a stream that inflates beyond all bounds: PDF.js would inflate it as a whole. Only large streams are
 * tried, piece by piece and without keeping what comes out; one that is deflated twice is no document's, and images are
 * not inflated for their text.
 * @throws UnreadableDocument `too_large`
 */
export function refuseStreamBombs(bytes: Uint8Array): void {
  for (const { dictionary, content } of streamsOf(bytes)) {
    if (/\/Subtype\s*\/Image\b/.test(dictionary)) continue
    const deflated = dictionary.match(/\/(?:FlateDecode|Fl|LZWDecode|LZW)\b/g) ?? []
    const tried = deflated.length === 1 && content.length > harmless
    if (deflated.length > 1 || (tried && inflatesBeyond(content, limits.inflatedBytes))) {
      throw new UnreadableDocument('too_large')
    }
  }
}

/** The streams of a PDF, by the words around them; what a damaged one says of their lengths is not believed. */
function* streamsOf(bytes: Uint8Array): Generator<{ dictionary: string; content: Uint8Array }> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = source.indexOf('stream'); at !== -1; at = source.indexOf('stream', at)) {
    const start = at + 'stream'.length
    const end = source.indexOf('endstream', start)
    const stop = end === -1 ? bytes.length : end
    const dictionary = source.toString('latin1', Math.max(0, at - dictionaryBytes), at)
    const own = dictionary.split(objectBounds).at(-1)!
    const lineEnd = source[start] === 0x0d ? 2 : 1
    yield { dictionary: own, content: bytes.subarray(start + lineEnd, stop) }
    at = stop + 'endstream'.length
  }
}

function inflatesBeyond(content: Uint8Array, limit: number): boolean {
  let length = 0
  const inflate = new Unzlib((data) => {
    length += data.length
    if (length > limit) throw new UnreadableDocument('too_large')
  })
  try {
    for (let at = 0; at < content.length; at += pieceBytes) inflate.push(content.subarray(at, at + pieceBytes))
  } catch {
    // Too long, or not deflated after all, or followed by other bytes: what came out until there has been counted.
  }
  return length > limit
}
