import { Parser } from 'htmlparser2'
import type { Deadline } from '../deadline.ts'
import { UnreadableDocument } from '../document.ts'
import { toLine } from '../table.ts'

/** What a page says. */
export interface HtmlText {
  title: string
  /** A line for each paragraph, heading, list item and row of a table, whose cells are separated by tabs. */
  text: string
}

/** Elements that stand in each other. A page that opens more without closing them was made to take long. */
const maxNested = 1_000
/** Characters that are parsed between two looks at the clock. */
const piece = 64 * 1024

/**
 * Reads a page, or a part of one, without a tree of it: it takes the memory of its text.
 * @param passedOver elements that are left out with all that they hold, beside those that nobody reads
 * @throws UnreadableDocument `too_large` at the deadline, or `damaged` for elements that are nested without end
 */
export async function htmlText(source: string, deadline: Deadline, passedOver = ''): Promise<HtmlText> {
  const writer = new TextWriter(words(`${unread} ${passedOver}`))
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes),
      onclosetag: (name) => writer.close(name),
      ontext: (text) => writer.write(text),
    },
    { recognizeSelfClosing: /^\s*<\?xml/.test(source) },
  )
  for (let at = 0; at < source.length; at += piece) {
    parser.write(source.slice(at, at + piece))
    await deadline.check()
  }
  parser.end()
  return { title: writer.title, text: writer.text }
}

const words = (text: string) => new Set(text.split(' '))
const unread = 'script style noscript template svg math iframe object datalist rt rp'
const blocks = words(
  'address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody tfoot thead title tr ul',
)
const preformatted = words('pre textarea')
/** What a cell of a table of data does not hold. */
const layout = words('table ul ol dl h1 h2 h3 h4 h5 h6 form')
/** Inputs without a value of their own to read. */
const mute = words('hidden password checkbox radio submit button reset image file')
/** A longer cell lays a page out. */
const maxCellCharacters = 500

/** A row of a table whose end has not come. */
interface Row {
  textBefore: string
  wasInLine: boolean
  cells: string[]
  isLayout: boolean
}

class TextWriter {
  title = ''
  text = ''
  /** Whether the line has begun that is written. */
  private isInLine = false
  private readonly rows: Row[] = []
  private beforeTitle: string | undefined
  private nested = 0
  private inPreformatted = 0
  /** How deep the element is that is passed over with all that it holds; 0 outside of any. */
  private ignoredAt = 0

  constructor(private readonly ignored: Set<string>) {}

  open(name: string, attributes: Record<string, string>): void {
    if (++this.nested > maxNested) throw new UnreadableDocument('damaged')
    if (this.ignoredAt > 0) return
    const row = this.rows.at(-1)
    if (this.ignored.has(name) || (name === 'option' && attributes.selected === undefined)) this.ignoredAt = this.nested
    else if (name === 'tr') this.openRow()
    else if (isCell(name) && row) this.startText()
    else if (name === 'title') [this.beforeTitle, this.text] = [this.text, '']
    else if (name === 'input' && !mute.has(attributes.type?.toLowerCase() ?? '')) this.write(attributes.value ?? '')
    else if (blocks.has(name)) this.breakLine()
    if (row && layout.has(name)) row.isLayout = true
    if (preformatted.has(name)) this.inPreformatted++
  }

  close(name: string): void {
    if (this.nested === this.ignoredAt) this.ignoredAt = 0
    else if (this.ignoredAt === 0) this.end(name)
    this.nested--
  }

  write(text: string): void {
    if (this.ignoredAt > 0) return
    const spaced = this.inPreformatted > 0 ? text : text.replace(/\s+/g, ' ')
    const written = this.isInLine ? spaced : spaced.replace(/^ /, '')
    this.text += written
    this.isInLine ||= written.trim() !== ''
  }

  private end(name: string): void {
    const row = this.rows.at(-1)
    if (name === 'tr' && row) this.closeRow(this.rows.pop()!)
    else if (isCell(name) && row) this.closeCell(row)
    else if (name === 'title' && this.beforeTitle !== undefined) this.closeTitle(this.beforeTitle)
    else if (blocks.has(name)) this.breakLine()
    if (preformatted.has(name)) this.inPreformatted--
  }

  private breakLine(): void {
    if (this.isInLine) this.text += '\n'
    this.isInLine = false
  }

  private openRow(): void {
    this.rows.push({ textBefore: this.text, wasInLine: this.isInLine, cells: [], isLayout: false })
    this.startText()
  }

  private startText(): void {
    this.text = ''
    this.isInLine = false
  }

  private closeCell(row: Row): void {
    row.cells.push(this.text.trim())
    this.startText()
  }

  /** What stands in a row outside of its cells belongs before it. */
  private closeRow({ textBefore, wasInLine, cells, isLayout }: Row): void {
    const long = cells.some((cell) => cell.length > maxCellCharacters)
    const line = isLayout || long ? cells.filter(Boolean).join('\n') : toLine(cells)
    const lineBreak = wasInLine || this.isInLine ? '\n' : ''
    this.text = `${textBefore}${this.text}${lineBreak}${line}\n`
    this.isInLine = false
  }

  private closeTitle(before: string): void {
    this.title ||= this.text.replace(/\s+/g, ' ').trim()
    this.text = before
    this.isInLine = false
    this.beforeTitle = undefined
  }
}

const isCell = (name: string) => name === 'td' || name === 'th'
