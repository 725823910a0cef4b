import type { CompoundFile } from './compound-file.ts'
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

  const clx = structure(header, table, 'clx')
  const { main, notes, margins } = partsOf(textOf(body, pieceTable(clx)), header, table)
  const sorted = notes.toSorted((one, other) => one.anchor - other.anchor)
  let taken = 0
  let end = -1
  return main.split('\f').map((page, index) => {
    end += page.length + 1
    const beside = index === 0 ? [...margins] : []
    while (taken < sorted.length && sorted[taken]!.anchor <= end) beside.push(sorted[taken++]!.text)
    return { page: index + 1, text: [page.replace(/\r$/, ''), ...beside].map(linesOf).join('\r') }
  })
}

/** The piece table (Pcdt) behind the property changes (Prc) of a Clx. */
function pieceTable(clx: Uint8Array): DataView {
  const view = viewOf(clx)
  let at = 0
  while (view.getUint8(at) === 1) at += 3 + view.getUint16(at + 1, true)
  if (view.getUint8(at) !== 2) throw new UnreadableDocument('damaged')
  return viewOf(clx.subarray(at + 5, at + 5 + view.getUint32(at + 1, true)))
}

/** The text is in pieces, each in Windows-1252 or UTF-16: first the positions of all, then 8 bytes about each. */
function textOf(body: Uint8Array, table: DataView): string {
  const pieces = Math.floor((table.byteLength - 4) / 12)
  let text = ''
  let read = 0
  for (let index = 0; index < pieces; index++) {
    const length = table.getUint32((index + 1) * 4, true) - table.getUint32(index * 4, true)
    const place = table.getUint32((pieces + 1) * 4 + index * 8 + 2, true)
    const compressed = (place & 0x40000000) !== 0
    const start = (place & 0x3fffffff) / (compressed ? 2 : 1)
    const size = length * (compressed ? 1 : 2)
    read += size
    // Pieces do not overlap, so they cannot be more than the stream.
    if (length < 0 || read > body.length) throw new UnreadableDocument('damaged')
    const bytes = body.subarray(start, start + size)
    text += new TextDecoder(compressed ? 'windows-1252' : 'utf-16le').decode(bytes)
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
