import CFB from 'cfb'
import { gunzipSync } from 'fflate'

const packed = import.meta.glob<string>('./*.gz', { query: '?url&inline', import: 'default', eager: true })

/** A document that LibreOffice wrote in a format of Office 97: `報告.doc`, `注釈.doc`, `様式.doc`, `売上.xls`, `計画.ppt`, `ノート.ppt` or `コメント.ppt`. */
export function legacySample(name: string): Uint8Array {
  const dataUrl = packed[`./${name}.gz`]!
  const bytes = atob(dataUrl.slice(dataUrl.indexOf(',') + 1))
  return gunzipSync(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
}

/** A compound file of these streams. */
export function compoundOf(streams: Record<string, Uint8Array>): Uint8Array {
  const file = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, name, content)
  return Uint8Array.from(CFB.write(file, { type: 'array' }) as ArrayLike<number>)
}

interface DocSymbols {
  fonts: string[]
  /** The number of the font, and of the character in it. */
  at: { byte: number; font: number; code: number }[]
}
const noSymbols: DocSymbols = { fonts: [], at: [] }

/**
 * A Word 97 document by hand: the header's fields that a reader needs, the text in pieces, and the table that finds them.
 * @param pieces each in Windows-1252 if it is `narrow`, otherwise in UTF-16
 * @param flags of the header's third word, such as 0x0100 for a password
 * @param symbols stand at bytes of the text that is not narrow, two for each character
 */
export function docOf(
  pieces: { text: string; narrow?: boolean }[],
  flags = 0,
  symbols: DocSymbols = noSymbols,
): Uint8Array {
  const header = new Uint8Array(2048)
  const view = new DataView(header.buffer)
  const table = new DataView(new ArrayBuffer(5 + 4 + pieces.length * 12))
  table.setUint8(0, 2)
  table.setUint32(1, 4 + pieces.length * 12, true)
  const text: number[] = []
  let characters = 0
  for (const [index, piece] of pieces.entries()) {
    const start = header.length + text.length
    for (const character of piece.text) {
      const code = character.charCodeAt(0)
      text.push(...(piece.narrow ? [code] : [code & 255, code >> 8]))
    }
    characters += piece.text.length
    table.setUint32(5 + (index + 1) * 4, characters, true)
    const place = piece.narrow ? (start * 2) | 0x40000000 : start
    table.setUint32(5 + (pieces.length + 1) * 4 + index * 8 + 2, place, true)
  }
  view.setUint16(0, 0xa5ec, true)
  view.setUint16(2, 0x00c1, true)
  view.setUint16(10, flags, true)
  view.setInt32(0x4c, characters, true)
  view.setUint32(0x1a6, table.byteLength, true)
  const page = Math.ceil((header.length + text.length) / 512)
  const fonts = symbols.fonts.flatMap((name) => {
    const letters = [...`${name}\0`].flatMap((letter) => [letter.charCodeAt(0), 0])
    return [39 + letters.length, ...new Uint8Array(39), ...letters]
  })
  const after = [0, 0, 0, 0, 255, 255, 255, 255, page, 0, 0, 0, symbols.fonts.length, 0, 0, 0, ...fonts]
  view.setUint32(0xfa, table.byteLength, true)
  view.setUint32(0xfe, 12, true)
  view.setUint32(0x112, table.byteLength + 12, true)
  view.setUint32(0x116, 4 + fonts.length, true)
  const body = new Uint8Array([...header, ...text, ...new Uint8Array(4096)])
  body.set(symbolProperties(symbols, header.length), page * 512)
  return compoundOf({
    WordDocument: body,
    '0Table': new Uint8Array([...new Uint8Array(table.buffer), ...after]),
  })
}

/** A page of properties: the bytes where they change, and those of each stretch from its end (MS-DOC, 2.9.33). */
function symbolProperties({ at }: DocSymbols, start: number): Uint8Array {
  const page = new Uint8Array(512)
  const view = new DataView(page.buffer)
  page[511] = at.length * 2
  at.forEach(({ byte, font, code }, index) => {
    view.setUint32(index * 8, start + byte, true)
    view.setUint32(index * 8 + 4, start + byte + 2, true)
    const place = 500 - index * 8
    page[(at.length * 2 + 1) * 4 + index * 2] = place / 2
    page.set([6, 0x09, 0x6a, font, 0, code & 255, code >> 8], place)
  })
  return page
}
