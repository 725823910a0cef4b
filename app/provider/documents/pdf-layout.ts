import { inReadingOrder } from './pdf-columns.ts'
import { type Line, type TextItem, lineOf, rowsOf } from './pdf-rows.ts'
import { cjk, joinLines } from './text.ts'

/** Puts the runs of a page together to lines, in the order in which they are read: as the page draws them, but for columns. */
export const linesOf = (items: TextItem[]): Line[] => inReadingOrder(rowsOf(items)).map(lineOf)

/**
 * Leaves out what stands at the top or bottom of most pages: headers, footers, page numbers.
 * Two lines at either end are looked at; numbers in them count as equal.
 */
export function withoutRunningHeads(pages: Line[][]): Line[][] {
  const filled = pages.filter((lines) => lines.length > 0)
  if (filled.length < 3) return pages.map((lines) => lines.filter((line) => !isPageNumber(line, lines)))
  const seen = new Map<string, number>()
  for (const lines of filled) {
    for (const key of new Set(edges(lines).map(keyOf))) seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  const repeated = (line: Line) => (seen.get(keyOf(line)) ?? 0) >= Math.max(3, filled.length * 0.6)
  return pages.map((lines) => {
    const heads = new Set(edges(lines).filter(repeated))
    // What is all that a page says is no heading of something else.
    return heads.size === lines.length ? lines : lines.filter((line) => !heads.has(line))
  })
}

function edges(lines: Line[]): Line[] {
  const byHeight = lines.toSorted((a, b) => b.baseline - a.baseline)
  return [...byHeight.slice(0, 2), ...byHeight.slice(-2)]
}

function keyOf({ text, baseline }: Line): string {
  return `${Math.round(baseline / 4)} ${text.replace(/\d+/g, '#')}`
}

/** Whether a line is nothing but the page's number at the foot. */
function isPageNumber(line: Line, lines: Line[]): boolean {
  const lowest = Math.min(...lines.map(({ baseline }) => baseline))
  return line.baseline === lowest && /^[-–\s]*\d{1,4}([\s/]+\d{1,4})?[-–\s]*$/.test(line.text)
}

const listMarker =
  /^(?:[•‣▪●○◆■□☐☑☒・–-]\s?|\(?\d{1,3}[.)）]\s|[（(][0-9０-９一二三四五六七八九十a-z]{1,3}[)）]|第[0-9０-９一二三四五六七八九十百]+[章節条項]|[①-⑳])/

/** Joins the lines of a paragraph. Rows of tables and lines that end before the margin stand for themselves. */
export function paragraphsOf(lines: Line[]): string[] {
  const leading = leadings(lines)
  const paragraphs: string[] = []
  let previous: Line | undefined
  for (const [index, line] of lines.entries()) {
    const page = { leading: leading(line), lines, near: neighbours(lines, Math.max(0, index - 1), leading(line)) }
    const joined = previous && continues(previous, line, paragraphs.at(-1)!, page)
    if (joined) paragraphs.push(joinLines(paragraphs.pop()!, line.text.trimStart()))
    else paragraphs.push(line.text)
    previous = line
  }
  return paragraphs
}

/** Lines before and after one that tell how wide its column is. */
const maxNeighbours = 5
/** Ems; a line of prose is no shorter, be it one of several columns. */
const shortest = 12

interface Page {
  /** The usual distance between lines of the same size. */
  leading: number
  lines: Line[]
  /** The lines around the previous one in its column, without a gap between. */
  near: Line[]
}

function neighbours(lines: Line[], index: number, leading: number): Line[] {
  const isNext = (at: number) => {
    const drop = (lines[at - 1]?.baseline ?? 0) - (lines[at]?.baseline ?? 0)
    return drop > 0 && drop <= leading * 1.15
  }
  let [first, last] = [index, index]
  while (index - first < maxNeighbours && first > 0 && isNext(first)) first--
  while (last - index < maxNeighbours && last + 1 < lines.length && isNext(last + 1)) last++
  return lines.slice(first, last + 1)
}

function continues(previous: Line, line: Line, paragraph: string, { leading, lines, near }: Page): boolean {
  if (previous.text.includes('\t') || line.text.includes('\t') || listMarker.test(line.text)) return false
  if (line.angle !== previous.angle || Math.abs(line.size - previous.size) > line.size * 0.08) return false
  const drop = previous.baseline - line.baseline
  const margin = rightMargin(previous, lines)
  // Half a sentence goes on where its next line begins, be it further right or at the head of the next column.
  const unfinished = /[\p{L},\-\u2010]$/u.test(previous.text) && /^\p{Ll}/u.test(line.text)
  const width = previous.right - previous.left
  // On a page with columns, the margin may be that of what stands across them.
  const isFull = width > previous.size * shortest && previous.right + firstUnit(line) > rightMargin(previous, near)
  const long = width > (margin - previous.left) / 2 || isFull
  if (unfinished && long && drop < -leading / 2 && line.left > previous.right) return true
  if (drop <= 0 || drop > leading * 1.15) return false
  if (unfinished && long && line.left < previous.right && previous.left < line.right) return true
  const indented = line.left - previous.left > line.size * 0.6
  if (indented && !listMarker.test(paragraph)) return false
  return previous.right + firstUnit(line) > margin
}

/** The width that the line's beginning would have taken on the line before: a word with its space, or some characters. */
function firstUnit({ text, left, right, size }: Line): number {
  if (cjk.test(text[0]!)) return size * 3
  const word = text.split(' ', 1)[0]!
  return ((right - left) * (word.length + 1)) / text.length + size
}

/** The rightmost end of the lines of its size that begin about where this one does. */
function rightMargin(line: Line, lines: Line[]): number {
  const beside = lines.filter(
    ({ left, size, angle }) =>
      angle === line.angle && Math.abs(left - line.left) < size * 2.5 && Math.abs(size - line.size) < line.size * 0.08,
  )
  return Math.max(...beside.map(({ right }) => right))
}

/** Gives for a line the median distance between lines of its size that follow each other, or that of the whole page. */
function leadings(lines: Line[]): (line: Line) => number {
  const drops = new Map<number, number[]>()
  const all: number[] = []
  lines.forEach((line, index) => {
    const before = lines[index - 1]
    if (!before) return
    const drop = before.baseline - line.baseline
    if (drop < line.size * 0.8 || drop > line.size * 2.4) return
    all.push(drop)
    const size = Math.round(line.size)
    if (Math.round(before.size) === size) drops.set(size, [...(drops.get(size) ?? []), drop])
  })
  const usual = median(all) ?? 16
  const bySize = new Map([...drops].map(([size, some]) => [size, median(some)!]))
  return ({ size }) => bySize.get(Math.round(size)) ?? usual
}

function median(numbers: number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
