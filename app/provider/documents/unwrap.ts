import { cjk, joinedLines } from './text.ts'

/** Columns that programs and people wrap text at; wider lines are paragraphs, narrower ones verses and lists. */
const widths = { least: 40, most: 120 }
/** The share of lines that must be as full as they could be, in a text that was wrapped. */
const minFull = 0.6
/** The share of full lines that may end with a sentence: where most do, each line is a sentence of its own, as in a log. */
const maxEnded = 0.5
const sentenceEnd = /[.!?。！？]["'”’」』)）]*\s*$/
const fence = /^\s*(?:```|~~~)/
/** How a line begins that is none of a paragraph's middle: items, headings, quotations, rows, times, and what is indented as code. */
const ownLine =
  /^(?:\s*(?:[-*+•・●○■□◆◇※]|\d{1,3}[.)．）、]|\(\w{1,3}\)|（.{1,3}）|[①-⑳]|[#>|])|\s*第.{1,4}[条章節項]|\s{4,}|\t|\d{1,4}[-:/]\d)/
/** Columns within a line: a table that is drawn with blanks. */
const columns = /\S(?: {3,}|\t)\S/

/**
 * Joins the lines of paragraphs that were wrapped at a fixed width, so that sentences are whole. A line is taken for wrapped
 * where the first word of the next would not have fitted; lists, tables, verses and code, whose lines end elsewhere, stay.
 */
export function unwrap(text: string): string {
  const lines = text.split(/\r\n?|\n/)
  const width = usualWidth(lines)
  if (width < widths.least || width > widths.most) return text
  const inCode = codeLines(lines)
  const continues = lines.map((line, index) => index > 0 && !inCode[index] && follows(lines[index - 1]!, line))
  const full = lines.map((line, index) => index > 0 && continues[index]! && isFull(lines[index - 1]!, line, width))
  const candidates = continues.filter(Boolean).length
  const wrapped = full.filter(Boolean).length
  if (wrapped < Math.max(2, candidates * minFull)) return text
  const ended = full.filter((isFullLine, index) => isFullLine && sentenceEnd.test(lines[index - 1]!)).length
  if (ended > wrapped * maxEnded) return text

  const paragraphs: string[][] = []
  for (const [index, line] of lines.entries()) {
    if (full[index]) paragraphs.at(-1)!.push(line)
    else paragraphs.push([line])
  }
  return paragraphs
    .map((own) =>
      own.length === 1 ? own[0]! : joinedLines(own.map((line, at) => (at > 0 ? line.trim() : line.trimEnd()))),
    )
    .join('\n')
}

/** The width that all but the longest twentieth of the lines keep to. */
function usualWidth(lines: string[]): number {
  const all = lines.filter((line) => line.trim() !== '').map((line) => widthOf(line.trimEnd()))
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0
}

/** Columns of a fixed-width font, in which an East Asian character takes two. */
function widthOf(line: string): number {
  let width = 0
  for (const character of line) width += cjk.test(character) ? 2 : 1
  return width
}

function codeLines(lines: string[]): boolean[] {
  let inCode = false
  return lines.map((line) => {
    const isFence = fence.test(line)
    if (isFence) inCode = !inCode
    return inCode || isFence
  })
}

/** Whether two lines may be of one paragraph, by how they begin. */
function follows(before: string, line: string): boolean {
  if (before.trim() === '' || line.trim() === '' || columns.test(before) || columns.test(line)) return false
  const isItem = /^\s*(?:[-*+•・]|\d{1,3}[.)．）、])/.test(before)
  // Below the text of its item, a line may be indented.
  return isItem ? !ownLine.test(line.trimStart()) : !ownLine.test(line) && !/^\s*[#|]/.test(before)
}

/** Whether what a line begins with would not have fitted into the one before. */
function isFull(before: string, line: string, width: number): boolean {
  // A line of one word was not broken between words.
  if (!before.trim().includes(' ') && !cjk.test(before)) return false
  const start = line.trimStart()
  const isCjk = cjk.test(start[0]!)
  // Japanese breaks anywhere but before punctuation, which takes a character or two along.
  const needed = isCjk ? 4 : 1 + widthOf(/^\S+/.exec(start)![0])
  return widthOf(before.trimEnd()) + needed > width
}
