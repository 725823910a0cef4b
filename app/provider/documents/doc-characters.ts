import { checkBoxSign } from './check-box.ts'
import type { CompoundFile } from './compound-file.ts'
import type { Piece } from './doc.ts'
import { placeholder, plcOf, structure } from './doc-parts.ts'
import { isSymbolFont, symbolOf } from './office-symbols.ts'

/** What a property says of characters, by the numbers of its changes (MS-DOC, 2.6.1). */
const changes = { deleted: 0x0800, isData: 0x0806, place: 0x6a03, symbol: 0x6a09, font: 0x4a4f } as const
/** Bytes of a change's operand, by the first three bits of its number; -1 where its first byte says it. */
const operands = [1, 1, 2, 4, 2, 2, -1, 3]
/** Properties are in pages of this many bytes, of which the last is how many stretches it tells of. */
const pageSize = 512

interface Source {
  pieces: Piece[]
  /** The streams of the text and of the tables about it. */
  body: Uint8Array
  table: Uint8Array
  header: DataView
  file: CompoundFile
}

/**
 * Finds the characters of a document that are not what they look like, by their properties: deleted ones become characters 0,
 * and fields of forms and symbols {@link placeholder}.
 * @returns the text, and what is shown in place of a character, by its number
 */
export function specialCharacters(text: string, source: Source): { text: string; shown: Map<number, string> } {
  const fonts = fontNames(structure(source.header, source.table, 'fonts'))
  const data = source.file.has('Data') ? source.file.read('Data')! : new Uint8Array()
  const shown = new Map<number, string>()
  const edited = { text: '', end: 0 }
  const replace = (from: number, to: number, by: string) => {
    if (from < edited.end) return
    edited.text += text.slice(edited.end, from) + by
    edited.end = to
  }
  const stretches = charactersOf(stretchesOf(source), source.pieces)
  for (const { from, to, properties } of stretches.toSorted((one, other) => one.from - other.from)) {
    if (properties.get(changes.deleted)?.[0] === 1) {
      replace(from, to, '\0'.repeat(to - from))
      continue
    }
    for (let at = from; at < to; at++) {
      const seen = seenAs(text.charCodeAt(at), properties, { fonts, data })
      if (seen === undefined) continue
      shown.set(at, seen)
      replace(at, at + 1, placeholder)
    }
  }
  return { text: edited.text + text.slice(edited.end), shown }
}

type Properties = Map<number, Uint8Array>

interface Stretch {
  from: number
  to: number
  properties: Properties
}

/** The stretches of bytes that have properties which matter here. */
function stretchesOf({ body, header, table }: Source): Stretch[] {
  const wanted = new Set<number>(Object.values(changes))
  const pages = new Set(plcOf(header, table, 'characters').data.map((one) => one.getUint32(0, true) & 0x3fffff))
  return [...pages].flatMap((number) => {
    const start = number * pageSize
    const page = body.subarray(start, start + pageSize)
    if (page.length < pageSize) return []
    const view = new DataView(page.buffer, page.byteOffset, page.length)
    const count = Math.min(page[pageSize - 1]!, 101)
    return Array.from({ length: count }, (_, index): Stretch => {
      const place = page[(count + 1) * 4 + index]! * 2
      const properties = propertiesOf(page.subarray(place + 1, place + 1 + (place === 0 ? 0 : page[place]!)))
      return { from: view.getUint32(index * 4, true), to: view.getUint32(index * 4 + 4, true), properties }
    }).filter(({ properties }) => [...properties.keys()].some((change) => wanted.has(change)))
  })
}

function propertiesOf(bytes: Uint8Array): Properties {
  const properties: Properties = new Map()
  for (let at = 0; at + 2 < bytes.length;) {
    const change = bytes[at]! | (bytes[at + 1]! << 8)
    const fixed = operands[change >> 13]!
    const size = fixed < 0 ? 1 + bytes[at + 2]! : fixed
    properties.set(change, bytes.subarray(at + 2, at + 2 + size))
    at += 2 + size
  }
  return properties
}

/** The characters that stretches of bytes hold, by the pieces of the text. Neither overlap; should they, nothing is told twice. */
function charactersOf(stretches: Stretch[], pieces: Piece[]): Stretch[] {
  const sorted = pieces.toSorted((one, other) => one.start - other.start)
  const endOf = ({ start, length, width }: Piece) => start + length * width
  const characters: Stretch[] = []
  let [at, told] = [0, 0]
  for (const { from, to, properties } of stretches.toSorted((one, other) => one.from - other.from)) {
    while (at < sorted.length && endOf(sorted[at]!) <= Math.max(from, told)) at++
    for (let index = at; index < sorted.length && sorted[index]!.start < to; index++) {
      const piece = sorted[index]!
      const [first, last] = [Math.max(from, told, piece.start), Math.min(to, endOf(piece))]
      const number = (byte: number) => piece.from + Math.floor((byte - piece.start) / piece.width)
      if (first < last) characters.push({ from: number(first), to: number(last), properties })
    }
    told = Math.max(told, to)
  }
  return characters
}

interface Shapes {
  fonts: string[]
  /** The stream of what is neither text nor a table. */
  data: Uint8Array
}

/** What a character is seen as; `undefined` for one that is itself. */
function seenAs(code: number, properties: Properties, { fonts, data }: Shapes): string | undefined {
  const symbol = properties.get(changes.symbol)
  if (symbol && symbol.length === 4) return symbolOf(fonts[short(symbol, 0)] ?? '', short(symbol, 2))
  const place = properties.get(changes.place)
  if (code === placeholder.charCodeAt(0) && place?.length === 4 && properties.get(changes.isData)?.[0] === 1) {
    return formField(data.subarray(viewOf(place).getUint32(0, true)))
  }
  const font = properties.get(changes.font)
  const name = font && fonts[short(font, 0)]
  return name && isSymbolFont(name) && code >= 0xf000 && code <= 0xf0ff ? symbolOf(name, code) : undefined
}

/** Kinds of fields, and what a field says whose state nobody has changed (MS-DOC, 2.9.78). */
const [checkBox, dropDown, untouched] = [1, 2, 25]

/** A box that is ticked or not, or the chosen entry of a list, by the data about a field; its text has a field of text itself. */
function formField(bytes: Uint8Array): string | undefined {
  const view = viewOf(bytes)
  if (bytes.length < 6 || bytes.length < view.getUint16(4, true) + 10) return undefined
  let at = view.getUint16(4, true)
  if (view.getUint32(at, true) !== 0xffffffff) return undefined
  const state = view.getUint16(at + 4, true)
  const kind = state & 3
  const text = () => {
    const length = at + 2 <= bytes.length ? short(bytes, at) : 0
    const from = at + 2
    at = from + length * 2
    return new TextDecoder('utf-16le').decode(bytes.subarray(from, at))
  }
  at += 10
  text()
  at += 2
  if ((kind !== checkBox && kind !== dropDown) || at + 2 > bytes.length) return undefined
  const result = (state >> 2) & 31
  const chosen = result === untouched ? short(bytes, at) : result
  if (kind === checkBox) return checkBoxSign(chosen === 1)
  at += 2
  // Its format, help, status and macros, each with a character 0 after it.
  for (let index = 0; index < 5; index++, at += 2) text()
  at += 6
  for (let index = 0; index < chosen; index++) text()
  return text()
}

/** The names of the document's fonts (MS-DOC, 2.9.80), after their number and 2 bytes. */
function fontNames(bytes: Uint8Array): string[] {
  const names: string[] = []
  for (let at = 4; at < bytes.length; at += bytes[at]! + 1) {
    const name = new TextDecoder('utf-16le').decode(bytes.subarray(at + 40, at + 1 + bytes[at]!))
    names.push(name.split('\0', 1)[0]!)
  }
  return names
}

const short = (bytes: Uint8Array, at: number) => bytes[at]! | (bytes[at + 1]! << 8)

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
