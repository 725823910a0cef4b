import type { CompoundFile } from './compound-file.ts'
import { specialCharacters } from './doc-characters.ts'
import { partsOf, structure } from './doc-parts.ts'
import { type DocumentPage, UnreadableDocument } from './document.ts'

/** The first version that keeps its text as this reads it: Word 97. */
const word97 = 0x00c1
const encryptedFlag = 0x0100
const secondTableFlag = 0x0200

/**
 * Reads a Word 97 to 2003 document (MS-DOC): a page ends at an explicit page or section break. Notes, comments and text boxes
 * follow the page that they belong to, headers and footers the first one.
 * @throws UnreadableDocument `encrypted`, `unsupported` for an older version, or `damaged`
 */
export function readDoc(file: CompoundFile): DocumentPage[] {
  const body = file.read('WordDocument')!
  const header = viewOf(body)
  if (header.getUint16(2, true) < word97) throw new UnreadableDocument('unsupported')
  const flags = header.getUint16(10, true)
  if (flags & encryptedFlag) throw new UnreadableDocument('encrypted')
  const table = file.read(flags & secondTableFlag ? '1Table' : '0Table')
  if (!table) throw new UnreadableDocument('damaged')

  const pieces = piecesOf(pieceTable(structure(header, table, 'clx')))
  const { text, shown } = specialCharacters(textOf(body, pieces), { pieces, body, header, table, file })
  const { main, notes, margins } = partsOf(text, shown, header, table)
  const sorted = notes.toSorted((one, other) => one.anchor - other.anchor)
  let taken = 0
  return main.pages().map(([from, to], index) => {
    const beside = index === 0 ? [...margins] : []
    while (taken < sorted.length && sorted[taken]!.anchor <= to) beside.push(sorted[taken++]!.text)
    return { page: index + 1, text: [main.slice(from, to).replace(/\r$/, ''), ...beside].map(linesOf).join('\r') }
  })
}

/** The piece table (Pcdt) after the property changes (Prc) of a Clx. */
function pieceTable(clx: Uint8Array): DataView {
  const view = viewOf(clx)
  let at = 0
  while (view.getUint8(at) === 1) at += 3 + view.getUint16(at + 1, true)
  if (view.getUint8(at) !== 2) throw new UnreadableDocument('damaged')
  return viewOf(clx.subarray(at + 5, at + 5 + view.getUint32(at + 1, true)))
}

/** A stretch of the text. */
export interface Piece {
  /** Its first character, and how many it has. */
  from: number
  length: number
  /** Its first byte. */
  start: number
  /** Bytes of a character: Windows-1252 has one, UTF-16 two. */
  width: 1 | 2
}

/** First the positions of all pieces, then 8 bytes about each. */
function piecesOf(table: DataView): Piece[] {
  const count = Math.floor((table.byteLength - 4) / 12)
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const from = table.getUint32(index * 4, true)
    const place = table.getUint32((count + 1) * 4 + index * 8 + 2, true)
    const width = place & 0x40000000 ? 1 : 2
    const start = (place & 0x3fffffff) / (width === 1 ? 2 : 1)
    return { from, length: table.getUint32((index + 1) * 4, true) - from, start, width }
  })
}

function textOf(body: Uint8Array, pieces: Piece[]): string {
  let text = ''
  let read = 0
  for (const { length, start, width } of pieces) {
    const size = length * width
    read += size
    // Pieces do not overlap, so they cannot be more than the stream.
    if (length < 0 || read > body.length) throw new UnreadableDocument('damaged')
    const bytes = body.subarray(start, start + size)
    text += new TextDecoder(width === 1 ? 'windows-1252' : 'utf-16le').decode(bytes)
  }
  return text
}

/** A cell ends with 7, and a row with one more; 11 is a line break, 30 a hyphen that does not break, 0 what is hidden. */
function linesOf(page: string): string {
  return page
    .replaceAll('\0', '')
    .replaceAll('\x07\x07', '\r')
    .replaceAll('\x07', '\t')
    .replaceAll('\x0b', ' ')
    .replaceAll('\x1e', '-')
    .replaceAll('\t\r', '\r')
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
