import { Parser } from 'htmlparser2'
import type { Deadline } from '../deadline.ts'
import { type DocumentPage, UnreadableDocument, limits } from '../document.ts'
import { type SheetRows, sheetPages } from '../sheet-pages.ts'
import { openParts } from './parts.ts'

/** Reads the visible sheets of an OpenDocument spreadsheet. */
export async function* readOds(bytes: Uint8Array, deadline: Deadline): AsyncGenerator<DocumentPage> {
  let count = 0
  for await (const sheet of odsSheets(bytes, deadline)) {
    const pages = sheetPages(sheet, count)
    count += pages.length
    yield* pages
  }
}

/** Bytes that are parsed between two looks at the clock. */
const piece = 64 * 1024

/**
 * The visible sheets of an OpenDocument spreadsheet, one after the other so that only one needs to be held as rows.
 * @param maxCharacters of all sheets together, with one for each cell: a few bytes may stand for a million of them
 * @throws UnreadableDocument `encrypted`, `damaged` or `too_large`
 */
export async function* odsSheets(
  bytes: Uint8Array,
  deadline: Deadline,
  maxCharacters: number = limits.characters,
): AsyncGenerator<SheetRows> {
  const { content } = openParts(bytes)
  const reader = new SheetReader(maxCharacters)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.write(text),
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  for (let at = 0; at < content.length; at += piece) {
    parser.write(decoder.decode(content.subarray(at, at + piece), { stream: true }))
    yield* reader.takeSheets()
    await deadline.check()
  }
  parser.end()
  yield* reader.takeSheets()
}

/** Elements that stand in each other, and the cells of a row: a file that has more was made to take long. */
const max = { nested: 500, cells: 16_384 }

interface Cell {
  /** Undefined where the cell is what its text says. */
  value: string | undefined
  repeated: number
}

class SheetReader {
  private sheets: SheetRows[] = []
  private sheet: SheetRows | undefined
  private row: string[] = []
  private rowRepeated = 1
  private cell: Cell | undefined
  private paragraphs: string[] = []
  private inParagraph = 0
  private comment: string[] | undefined
  private characters = 0
  private rowCharacters = 0
  private nested = 0
  private style = ''
  private readonly hiddenStyles = new Set<string>()
  private passedOver = 0

  constructor(private readonly maxCharacters: number) {}

  takeSheets(): SheetRows[] {
    const { sheets } = this
    this.sheets = []
    return sheets
  }

  open(name: string, attributes: Record<string, string>): void {
    if (++this.nested > max.nested) throw new UnreadableDocument('damaged')
    if (name === 'table:tracked-changes') this.passedOver++
    if (this.passedOver > 0) return
    if (name === 'style:style') this.style = attributes['style:name'] ?? ''
    if (attributes['table:display'] === 'false') this.hiddenStyles.add(this.style)
    if (name === 'table:table') this.openSheet(attributes)
    if (name === 'table:table-row') this.rowRepeated = repetitions(attributes['table:number-rows-repeated'])
    if (isCell(name)) {
      this.cell = { value: valueOf(attributes), repeated: repetitions(attributes['table:number-columns-repeated']) }
    }
    if (name === 'office:annotation') this.comment = []
    if (name === 'text:p') this.openParagraph()
    if (name === 'text:s' || name === 'text:line-break' || name === 'text:tab') this.write(' ')
  }

  close(name: string): void {
    this.nested--
    if (name === 'table:tracked-changes') this.passedOver--
    if (this.passedOver > 0) return
    if (name === 'text:p') this.inParagraph--
    if (name === 'office:annotation') this.closeComment()
    if (isCell(name)) this.closeCell()
    if (name === 'table:table-row') this.closeRow()
    if (name === 'table:table') this.closeSheet()
  }

  write(text: string): void {
    if (this.passedOver > 0 || this.inParagraph === 0) return
    const lines = this.comment ?? this.paragraphs
    lines[lines.length - 1] += text
  }

  private openSheet(attributes: Record<string, string>): void {
    const isHidden = this.hiddenStyles.has(attributes['table:style-name'] ?? '')
    this.sheet = isHidden ? undefined : { name: attributes['table:name'] ?? '', rows: [], notes: [] }
  }

  private openParagraph(): void {
    this.inParagraph++
    ;(this.comment ?? this.paragraphs).push('')
  }

  private closeComment(): void {
    this.sheet?.notes?.push((this.comment ?? []).join(' '))
    this.comment = undefined
  }

  /** A cell that is repeated to the end of the sheet is the rest of its row, which is empty. */
  private closeCell(): void {
    const text = this.cell?.value ?? this.paragraphs.join(' ')
    const times = Math.min(this.cell?.repeated ?? 1, max.cells - this.row.length)
    this.paragraphs = []
    this.cell = undefined
    if (text === '' && times >= 1_000) return
    for (let i = 0; i < times; i++) this.row.push(text)
    this.rowCharacters += (text.length + 1) * times
    this.check(this.rowCharacters)
  }

  private closeRow(): void {
    const { row, rowCharacters, sheet } = this
    this.row = []
    this.rowCharacters = 0
    if (!sheet || row.every((cell) => cell === '')) return
    this.check(rowCharacters * this.rowRepeated)
    this.characters += rowCharacters * this.rowRepeated
    for (let i = 0; i < this.rowRepeated; i++) sheet.rows.push(row)
  }

  private closeSheet(): void {
    if (this.sheet) this.sheets.push(this.sheet)
    this.sheet = undefined
  }

  private check(more: number): void {
    if (this.characters + more > this.maxCharacters) throw new UnreadableDocument('too_large')
  }
}

const isCell = (name: string) => name === 'table:table-cell' || name === 'table:covered-table-cell'

const repetitions = (value: string | undefined) => Math.max(1, Math.trunc(Number(value ?? 1)) || 1)

/** What a cell holds, where it is more than its text shows: dates as 2026-04-01, numbers as they are. */
function valueOf(attributes: Record<string, string>): string | undefined {
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      return attributes['office:value']
    case 'date':
      return attributes['office:date-value']?.replace('T', ' ').replace(/ 00:00:00(\.0+)?$/, '')
    case 'boolean':
      return attributes['office:boolean-value']?.toUpperCase()
    default:
      return undefined
  }
}
