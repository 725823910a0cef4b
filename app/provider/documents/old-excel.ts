import { cellText } from './cell-text.ts'
import type { Deadline } from './deadline.ts'
import { type DocumentPage, UnreadableDocument, limits } from './document.ts'
import { codePageEncoding } from './rtf/encodings.ts'
import { type SheetRows, sheetPages } from './sheet-pages.ts'

/** Kinds of records of Excel 3 to 95 (BIFF 3 to 5), those of earlier versions beside the last. */
const kinds = {
  boundSheet: 0x0085,
  codePage: 0x0042,
  dateMode: 0x0022,
  filePass: 0x002f,
  end: 0x000a,
  note: 0x001c,
  number: 0x0203,
  rk: 0x027e,
  rkRow: 0x00bd,
  label: 0x0204,
  richLabel: 0x00d6,
  formulaText: 0x0207,
  truth: 0x0205,
} as const
const beginnings = [0x0209, 0x0409, 0x0809]
const formulas = [0x0006, 0x0206, 0x0406]
const cellFormats = [0x00e0, 0x0243, 0x0443]
const numberFormats = [0x001e, 0x041e]

/** Formats of dates and times that every Excel knows by number. */
const isKnownDate = (format: number) => (format >= 14 && format <= 22) || (format >= 45 && format <= 47)
/** Days from 1900, which Excel takes for a leap year, and from 1904, to 1970. */
const epochs = { 1900: 25_569, 1904: 24_107 }
const maxColumns = 256
/** More names of sheets than this may stand for one sheet that is read again and again. */
const maxSheets = 256
/** Records that are read between two looks at the clock. */
const piece = 20_000

interface Entry {
  kind: number
  body: DataView
}

/** What a workbook says about all of its sheets. */
interface Workbook {
  sheets: { name: string; start: number }[]
  decoder: TextDecoder
  epoch: number
  /** The number format of each cell format. */
  formats: number[]
  /** Formats that show a date, other than those that every Excel knows. */
  dates: Set<number>
}

/**
 * Reads a workbook of Excel 5 or 95, or a sheet of Excel 3 or 4, which is a file of its own.
 * @throws UnreadableDocument `encrypted`, `damaged` or `too_large`
 */
export async function readOldExcel(stream: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  const pages: DocumentPage[] = []
  for await (const sheet of oldExcelSheets(stream, deadline)) pages.push(...sheetPages(sheet, pages.length))
  return pages
}

/** The sheets of such a workbook, one after the other. */
export async function* oldExcelSheets(stream: Uint8Array, deadline: Deadline): AsyncGenerator<SheetRows> {
  const workbook = workbookOf(stream)
  if (workbook.sheets.length > maxSheets) throw new UnreadableDocument('too_large')
  const sheets = workbook.sheets.length > 0 ? workbook.sheets : [{ name: '', start: 0 }]
  for (const { name, start } of sheets) yield await readSheet(stream.subarray(start), name, workbook, deadline)
}

function workbookOf(stream: Uint8Array): Workbook {
  const workbook: Workbook = {
    sheets: [],
    decoder: new TextDecoder('windows-1252'),
    epoch: epochs[1900],
    formats: [],
    dates: new Set(),
  }
  let listed = 0
  for (const { kind, body } of entriesOf(stream)) {
    if (kind === kinds.filePass) throw new UnreadableDocument('encrypted')
    if (kind === kinds.codePage) workbook.decoder = new TextDecoder(codePageEncoding(body.getUint16(0, true)))
    if (kind === kinds.dateMode && body.getUint16(0, true) === 1) workbook.epoch = epochs[1904]
    if (cellFormats.includes(kind)) workbook.formats.push(kind === 0x00e0 ? body.getUint16(2, true) : body.getUint8(1))
    if (numberFormats.includes(kind)) {
      const number = kind === 0x041e ? body.getUint16(0, true) : listed++
      if (isDateFormat(textAt(body, kind === 0x041e ? 2 : 0, 1, workbook.decoder))) workbook.dates.add(number)
    }
    if (kind === kinds.boundSheet) {
      workbook.sheets.push({ start: body.getUint32(0, true), name: textAt(body, 6, 1, workbook.decoder) })
    }
  }
  return workbook
}

async function readSheet(bytes: Uint8Array, name: string, workbook: Workbook, deadline: Deadline): Promise<SheetRows> {
  const rows = new Map<number, string[]>()
  const notes: string[] = []
  let characters = 0
  let place: [row: number, column: number] = [0, 0]
  const put = (row: number, column: number, text: string) => {
    characters += text.length + 1
    if (characters > limits.characters) throw new UnreadableDocument('too_large')
    if (column >= maxColumns) return
    const cells = rows.get(row) ?? []
    while (cells.length < column) cells.push('')
    cells[column] = text
    rows.set(row, cells)
  }

  let read = 0
  for (const { kind, body } of entriesOf(bytes)) {
    if (++read % piece === 0) await deadline.check()
    const at = () => [body.getUint16(0, true), body.getUint16(2, true)] as [number, number]
    const number = (value: number) => numberText(value, body.getUint16(4, true), workbook)
    if (kind === kinds.number) put(...at(), number(body.getFloat64(6, true)))
    else if (kind === kinds.rk) put(...at(), number(rkValue(body.getUint32(6, true))))
    else if (kind === kinds.rkRow) putRkRow(body, workbook, put)
    else if (kind === kinds.label || kind === kinds.richLabel) put(...at(), textAt(body, 6, 2, workbook.decoder))
    else if (kind === kinds.truth && body.getUint8(7) === 0) put(...at(), body.getUint8(6) === 1 ? 'TRUE' : 'FALSE')
    else if (kind === kinds.note) notes.push(textAt(body, 4, 2, workbook.decoder))
    else if (kind === kinds.formulaText) put(...place, textAt(body, 0, 2, workbook.decoder))
    else if (formulas.includes(kind)) {
      place = at()
      // A result that is no number is marked so; a text follows as a record of its own.
      if (body.getUint16(12, true) !== 0xffff) put(...place, number(body.getFloat64(6, true)))
    }
  }
  await deadline.check()
  return { name, rows: [...rows].toSorted(([a], [b]) => a - b).map(([, cells]) => cells), notes }
}

function putRkRow(body: DataView, workbook: Workbook, put: (row: number, column: number, text: string) => void): void {
  const row = body.getUint16(0, true)
  let column = body.getUint16(2, true)
  for (let at = 4; at + 8 <= body.byteLength; at += 6) {
    put(row, column++, numberText(rkValue(body.getUint32(at + 2, true)), body.getUint16(at, true), workbook))
  }
}

/** The records up to the end of a sheet, or of what is said about all. */
function* entriesOf(bytes: Uint8Array): Generator<Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || !beginnings.includes(view.getUint16(0, true))) throw new UnreadableDocument('damaged')
  for (let at = 0; at + 4 <= bytes.length;) {
    const kind = view.getUint16(at, true)
    const size = Math.min(view.getUint16(at + 2, true), bytes.length - at - 4)
    if (kind === kinds.end) return
    yield { kind, body: new DataView(bytes.buffer, bytes.byteOffset + at + 4, size) }
    at += 4 + size
  }
}

/** A text after its length, which takes one or two bytes. */
function textAt(body: DataView, at: number, lengthBytes: 1 | 2, decoder: TextDecoder): string {
  const length = lengthBytes === 1 ? body.getUint8(at) : body.getUint16(at, true)
  const start = at + lengthBytes
  const size = Math.min(length, body.byteLength - start)
  return decoder.decode(new Uint8Array(body.buffer, body.byteOffset + start, size))
}

/** A number in four bytes: whole or the upper half of a float, maybe in hundredths. */
function rkValue(rk: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setUint32(4, rk & ~3, true)
  const value = rk & 2 ? (rk | 0) >> 2 : view.getFloat64(0, true)
  return rk & 1 ? value / 100 : value
}

function numberText(value: number, cellFormat: number, { formats, dates, epoch }: Workbook): string {
  const format = formats[cellFormat & 0x0fff] ?? 0
  const day = value - epoch
  const isDate = (isKnownDate(format) || dates.has(format)) && Math.abs(day) < 1e6
  return cellText(isDate ? new Date(Math.round(day * 86_400) * 1_000) : value)
}

/** Letters of days and hours outside of quotations, colours and conditions. */
const isDateFormat = (format: string) =>
  /[ymdhs]/i.test(format.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '')) && !/general/i.test(format)
