import { cjk, joinLines, withoutJapaneseGaps } from './text.ts'

/** What PDF.js tells of a run of glyphs; positions are in points from the page's lower left corner. */
export interface TextItem {
  str: string
  transform: number[]
  width: number
  height: number
  hasEOL: boolean
}

/** A line of text as it is seen. `text` has a tab where a wide gap separates the cells of a table. */
export interface Line {
  text: string
  left: number
  right: number
  baseline: number
  size: number
}

/** A gap of this many ems is no word space, not even in justified text. */
const cellGap = 1.6
const listMarker =
  /^(?:[•‣▪●○◆■□・–-]\s?|\(?\d{1,3}[.)）]\s|[（(][0-9０-９一二三四五六七八九十a-z]{1,3}[)）]|第[0-9０-９一二三四五六七八九十百]+[章節条項]|[①-⑳])/

/** Puts the runs of a page together to lines, in the order in which the page draws them. */
export function linesOf(items: TextItem[]): Line[] {
  const lines: Line[] = []
  let current: Line | undefined
  for (const item of items) {
    const size = Math.hypot(item.transform[2]!, item.transform[3]!) || item.height
    const left = item.transform[4]!
    const baseline = item.transform[5]!
    if (item.str.trim() === '') continue
    const gap = current ? left - current.right : 0
    const follows = current && Math.abs(baseline - current.baseline) < size * 0.4 && gap > -size
    if (current && follows) {
      current.text += separator(current.text, item.str, gap / size) + item.str
      current.right = left + item.width
      current.size = Math.max(current.size, size)
    } else {
      current = { text: item.str, left, right: left + item.width, baseline, size }
      lines.push(current)
    }
  }
  return lines.map((line) => ({ ...line, text: withoutJapaneseGaps(line.text).trim() }))
}

function separator(before: string, after: string, ems: number): string {
  if (ems > cellGap) return '\t'
  return ems > 0.12 && !before.endsWith(' ') && !after.startsWith(' ') ? ' ' : ''
}

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
    return lines.filter((line) => !heads.has(line))
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

/** Joins the lines of a paragraph. Rows of tables and lines that end before the margin stand for themselves. */
export function paragraphsOf(lines: Line[]): string[] {
  const leading = usualLeading(lines)
  const paragraphs: string[] = []
  let previous: Line | undefined
  for (const line of lines) {
    if (previous && continues(previous, line, paragraphs.at(-1)!, leading, lines)) {
      paragraphs.push(joinLines(paragraphs.pop()!, line.text.trimStart()))
    } else {
      paragraphs.push(line.text)
    }
    previous = line
  }
  return paragraphs
}

function continues(previous: Line, line: Line, paragraph: string, leading: number, lines: Line[]): boolean {
  const drop = previous.baseline - line.baseline
  if (previous.text.includes('\t') || line.text.includes('\t')) return false
  if (drop <= 0 || drop > leading * 1.15 * (line.size / previous.size)) return false
  if (Math.abs(line.size - previous.size) > line.size * 0.08) return false
  if (listMarker.test(line.text)) return false
  const indented = line.left - previous.left
  const hanging = listMarker.test(paragraph)
  if (indented > line.size * 0.6 && !hanging) return false
  return previous.right + firstUnit(line) > rightMargin(previous, lines)
}

/** The width that the line's beginning would have taken on the line before: a word with its space, or some characters. */
function firstUnit({ text, left, right, size }: Line): number {
  if (cjk.test(text[0]!)) return size * 3
  const word = text.split(' ', 1)[0]!
  return ((right - left) * (word.length + 1)) / text.length + size
}

/** The rightmost end of the lines that begin about where this one does. */
function rightMargin(line: Line, lines: Line[]): number {
  const beside = lines.filter(({ left, size }) => Math.abs(left - line.left) < size * 2.5)
  return Math.max(...beside.map(({ right }) => right))
}

/** The median distance between lines that follow each other. */
function usualLeading(lines: Line[]): number {
  const drops = lines
    .slice(1)
    .map((line, index) => ({ drop: lines[index]!.baseline - line.baseline, size: line.size }))
    .filter(({ drop, size }) => drop > size * 0.8 && drop < size * 2.4)
    .map(({ drop }) => drop)
    .toSorted((a, b) => a - b)
  return drops[Math.floor(drops.length / 2)] ?? 16
}
