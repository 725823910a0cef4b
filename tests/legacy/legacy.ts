import CFB from 'cfb'
import { gunzipSync } from 'fflate'

const packed = import.meta.glob<string>('./*.gz', { query: '?url&inline', import: 'default', eager: true })

/** A document that LibreOffice wrote in a format of Office 97: `報告.doc`, `注釈.doc`, `売上.xls`, `計画.ppt` or `ノート.ppt`. */
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

/**
 * A Word 97 document by hand: the header's fields that a reader needs, the text in pieces, and the table that finds them.
 * @param pieces each in Windows-1252 if it is `narrow`, otherwise in UTF-16
 * @param flags of the header's third word, such as 0x0100 for a password
 */
export function docOf(pieces: { text: string; narrow?: boolean }[], flags = 0): Uint8Array {
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
  const body = new Uint8Array([...header, ...text, ...new Uint8Array(4096)])
  return compoundOf({ WordDocument: body, '0Table': new Uint8Array(table.buffer) })
}
