import {
  type Fence,
  fenceAt,
  headingLine,
  htmlEndOf,
  isDelimiterRow,
  isTableRow,
  isUnderline,
  listMarkerOf,
} from './block-starts.ts'
import { atOnce, costOf } from './cost.ts'

/** A piece of an answer at its top level. Pieces that stand in the text by themselves mean the same when read by themselves. */
export type Block = TextBlock | CodeBlock | TableBlock

/** What a block says, without the marks around code. */
export const textOf = (block: Block): string =>
  block.kind === 'text' ? block.source : block.kind === 'table' ? block.head + block.rows : block.code

interface Piece {
  /** Its place in the answer, the same whatever comes after it. */
  index: number
  /** Whether more text may still belong to it. */
  open: boolean
}

/** Anything that Markdown's parser reads: paragraphs, headings, lists, quotes. */
interface TextBlock extends Piece {
  kind: 'text'
  source: string
}

/** A fenced block of code. */
export interface CodeBlock extends Piece {
  kind: 'code'
  language: string
  code: string
}

/** A table: its heading with the row of dashes, and its rows, each by itself. */
interface TableBlock extends Piece {
  kind: 'table'
  head: string
  rows: string
}

interface State {
  kind: Block['kind'] | 'none'
  /** Where the block begins, and in code and tables where its content does. */
  start: number
  content: number
  lines: number
  /** What its lines cost to draw, in a list. */
  cost: number
  blank: boolean
  fence: Fence | null
  list: string
  html: boolean
  htmlEnd: RegExp | null
  /** How many `<details>` are open. */
  details: number
}

const none = (start: number): State => ({
  kind: 'none',
  start,
  content: start,
  lines: 0,
  cost: 0,
  blank: false,
  fence: null,
  list: '',
  html: false,
  htmlEnd: null,
  details: 0,
})

/**
 * Cuts a growing text into its top-level blocks. Each line is looked at once; a block that is finished stays the same object.
 * It cuts only where CommonMark certainly does: at a blank line before a line that no list can claim, and around headings,
 * fences and tables, none of them within a `<details>`; so a block is sometimes two of Markdown's, but never half of one.
 */
export class BlockReader {
  readonly finished: Block[] = []
  #text = ''
  #line = 0
  #state = none(0)
  #complete = false

  /** Whether the text goes on from what was read. */
  continues = (text: string) => (this.#complete ? text === this.#text : text.startsWith(this.#text))

  /** Reads a text that `continues` and returns the blocks that are not finished: at most two, none of a complete text. */
  read(text: string, complete: boolean): Block[] {
    if (this.#complete) return []
    this.#text = text
    this.#complete = complete
    for (let end = text.indexOf('\n', this.#line); end >= 0; end = text.indexOf('\n', this.#line)) {
      this.#state = step(this.#state, text, this.#line, end, this.finished)
      this.#line = end + 1
    }
    const rest: Block[] = complete ? this.finished : []
    let state = this.#state
    const last = text.slice(this.#line)
    const closing = !complete && state.kind === 'code' && last.trim() !== '' && /^ {0,3}[`~]+$/.test(last)
    const end = closing ? this.#line : text.length
    const index = complete ? 0 : this.finished.length
    if (last && !closing) state = step(state, text, this.#line, text.length, rest, index)
    finish(state, text, end, rest, !complete, index)
    return complete ? [] : rest
  }
}

/** Takes one line, `from` to `end`, and puts the blocks that end with or before it into `out`. */
function step(before: State, text: string, from: number, end: number, out: Block[], base = 0): State {
  const line = text.slice(from, end)
  const next = Math.min(end + 1, text.length)
  const emit = (state: State, to: number) => finish(state, text, to, out, false, base)

  if (before.kind === 'code') {
    if (!before.fence!.closes(line)) return before
    emit(before, from)
    return none(next)
  }
  const blank = line.trim() === ''
  if (before.htmlEnd) return before.htmlEnd.test(line) ? { ...before, htmlEnd: null } : before
  if (blank) {
    if (before.kind === 'text') return { ...before, blank: true }
    emit(before, from)
    return none(next)
  }
  if (before.kind === 'table') {
    if (isTableRow(line)) return before
    emit(before, from)
    return begin(line, from, next, emit)
  }
  if (before.kind === 'none') return begin(line, from, next, emit)
  if (endsBefore(line, before)) {
    emit(before, from)
    return begin(line, from, next, emit)
  }
  if (before.lines === 1 && !before.blank && isDelimiterRow(line, text.slice(before.start, from))) {
    return { ...before, kind: 'table', content: next }
  }
  const mayBeHeadings =
    !before.list && !before.html && !before.blank && before.lines >= minHeadingLines && before.lines <= maxHeadingLines
  if (mayBeHeadings && isUnderline(line, () => text.slice(before.start, from))) {
    emit(before, next)
    return none(next)
  }
  return {
    ...before,
    lines: before.lines + 1,
    cost: before.list ? before.cost + costOf(line) : 0,
    blank: false,
    list: listMarkerOf(line) || before.list,
    htmlEnd: before.blank ? null : htmlEndOf(line),
    details: before.details && before.details + detailsIn(line),
  }
}

function begin(line: string, from: number, next: number, emit: (state: State, to: number) => void): State {
  const state: State = { ...none(from), kind: 'text', lines: 1 }
  const fence = fenceAt(line)
  if (fence) return { ...state, kind: 'code', fence, content: next }
  if (headingLine.test(line)) {
    emit(state, next)
    return none(next)
  }
  const html = line.startsWith('<')
  return { ...state, list: listMarkerOf(line), html, htmlEnd: htmlEndOf(line), details: html ? detailsIn(line) : 0 }
}

/** Lines after which an underlined heading ends a block: each makes the parser look back at the block, and each block has its price. */
const minHeadingLines = 8
/** Lines of a block that are looked at for this: what is longer is a paragraph. */
const maxHeadingLines = 40

/** Lines of a block with an open `<details>`: one that is never closed would be drawn as a whole with each line that comes. */
const maxDetailsLines = 200

/** Lines after which a list goes on as another, if it has not become costly before: one block is drawn in one go. */
const maxListLines = 100
/** Lines after which a paragraph, a quote or indented code goes on as another: a parser reads one in one go. */
const maxLines = 1000
/** Indented further it may be an item within another. */
const outermost = /^ ?\S/

const detailsIn = (line: string) => count(line, /<details\b/gi) - count(line, /<\/details\s*>/gi)
const count = (line: string, tag: RegExp) => line.match(tag)?.length ?? 0

function endsBefore(line: string, { blank, list, html, details, lines, cost }: State): boolean {
  if (details > 0 && lines < maxDetailsLines) return false
  if (list && (lines >= maxListLines || cost > atOnce) && outermost.test(line) && listMarkerOf(line)) return true
  if (!list && !html && lines >= maxLines) return true
  if (!html || blank) {
    if (headingLine.test(line)) return true
    if (fenceAt(line) && (!list || !line.startsWith(' '))) return true
  }
  return blank && !/^[ \t]/.test(line) && (!list || listMarkerOf(line) !== list)
}

function finish(state: State, text: string, end: number, out: Block[], open: boolean, base: number) {
  if (state.kind === 'none') return
  const piece = { index: base + out.length, open }
  if (state.kind === 'code') {
    const code = state.fence!.contentOf(text.slice(state.content, end))
    out.push({ ...piece, kind: 'code', language: state.fence!.language, code })
  } else if (state.kind === 'table') {
    out.push({
      ...piece,
      kind: 'table',
      head: text.slice(state.start, state.content),
      rows: text.slice(state.content, end),
    })
  } else {
    out.push({ ...piece, kind: 'text', source: text.slice(state.start, end) })
  }
}
