import { cjk, joinLines, withoutJapaneseGaps } from './text.ts'

/** What PDF.js tells of a run of glyphs; positions are in points from the page's lower left corner. */
export interface TextItem {
  str: string
  transform: number[]
  width: number
  height: number
}

/**
 * A line of text as it is seen, in the direction in which it is read. `text` has a tab where a wide gap separates the cells of a
 * table.
 */
export interface Line {
  text: string
  left: number
  right: number
  baseline: number
  size: number
  /** By how much it is turned, in degrees counter-clockwise. */
  angle: number
}

/** A gap of this many ems is no word space, not even in justified text. */
const cellGap = 1.6
const listMarker =
  /^(?:[•‣▪●○◆■□☐☑☒・–-]\s?|\(?\d{1,3}[.)）]\s|[（(][0-9０-９一二三四五六七八九十a-z]{1,3}[)）]|第[0-9０-９一二三四五六七八九十百]+[章節条項]|[①-⑳])/

/** Puts the runs of a page together to lines, in the order in which the page draws them. */
export function linesOf(items: TextItem[]): Line[] {
  const lines: Line[] = []
  let current: Line | undefined
  for (const item of items) {
    if (item.str.trim() === '') continue
    const run = runOf(item)
    const gap = current ? run.left - current.right : 0
    if (current && follows(current, run, gap)) {
      current.text += separator(current.text, item.str, gap / run.size) + item.str
      current.right = run.right
      current.size = Math.max(current.size, run.size)
    } else {
      current = run
      lines.push(current)
    }
  }
  return lines.map((line) => ({ ...line, text: withoutJapaneseGaps(line.text).trim() }))
}

/** A run of glyphs, its position along the direction in which it is read. */
function runOf({ str, transform, width, height }: TextItem): Line {
  const [a, b, c, d, x, y] = transform as [number, number, number, number, number, number]
  const length = Math.hypot(a, b) || 1
  const [cosine, sine] = [a / length, b / length]
  const left = x * cosine + y * sine
  return {
    text: str,
    left,
    right: left + width,
    baseline: y * cosine - x * sine,
    size: Math.hypot(c, d) || height,
    angle: Math.round((Math.atan2(b, a) * 180) / Math.PI),
  }
}

/** Whether a run goes on in a line. Raised and lowered characters, which are smaller, are within it. */
function follows(line: Line, run: Line, gap: number): boolean {
  const largest = Math.max(line.size, run.size)
  return line.angle === run.angle && Math.abs(run.baseline - line.baseline) < largest * 0.45 && gap > -run.size
}

/** What may stand alone before a gap at the beginning of a list's item or of a numbered section. */
const loneMarker = /^(?:[•‣▪●○◆■□・–*-]|\(?[\dA-Za-z]{1,3}[.)）]|[（(][^()（）]{1,3}[)）]|\d+(?:\.\d+)+\.?|[①-⑳])$/

function separator(before: string, after: string, ems: number): string {
  const opensItem = ems > cellGap && loneMarker.test(before.trim()) && /^\p{L}/u.test(after)
  if (ems > cellGap) return opensItem ? ' ' : '\t'
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

/** Joins the lines of a paragraph. Rows of tables and lines that end before the margin stand for themselves. */
export function paragraphsOf(lines: Line[]): string[] {
  const leading = leadings(lines)
  const paragraphs: string[] = []
  let previous: Line | undefined
  for (const line of lines) {
    const joined = previous && continues(previous, line, paragraphs.at(-1)!, { leading: leading(line), lines })
    if (joined) paragraphs.push(joinLines(paragraphs.pop()!, line.text.trimStart()))
    else paragraphs.push(line.text)
    previous = line
  }
  return paragraphs
}

interface Page {
  /** The usual distance between lines of the same size. */
  leading: number
  lines: Line[]
}

function continues(previous: Line, line: Line, paragraph: string, { leading, lines }: Page): boolean {
  if (previous.text.includes('\t') || line.text.includes('\t') || listMarker.test(line.text)) return false
  if (line.angle !== previous.angle || Math.abs(line.size - previous.size) > line.size * 0.08) return false
  const drop = previous.baseline - line.baseline
  const margin = rightMargin(previous, lines)
  // Half a sentence goes on where its next line begins, be it further right or at the head of the next column.
  const unfinished = /[\p{L},\-\u2010]$/u.test(previous.text) && /^\p{Ll}/u.test(line.text)
  const long = previous.right - previous.left > (margin - previous.left) / 2
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
