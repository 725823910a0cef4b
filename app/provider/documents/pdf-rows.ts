import { withoutJapaneseGaps } from './text.ts'

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

/** A piece of a line, which a gap wider than between words separates from the one before. */
export interface Piece extends Line {
  /** What separates it from the piece before: a tab between cells, otherwise a space. */
  before: string
}

/** The pieces that a page draws one after the other on a line; one at least. */
export type Row = [Piece, ...Piece[]]

export const leftOf = (row: Row) => row[0].left
export const rightOf = (row: Row) => row.at(-1)!.right
export const baselineOf = (row: Row) => row[0].baseline
/** Ems; baselines that differ by less are the same. */
const sameBaseline = 0.45
/** The same in points, for what stands about a row. */
export const tolerance = (row: Row) => row[0].size * sameBaseline

/** A gap of this many ems is no word space, not even in justified text. */
const cellGap = 1.6
/** One that is as wide as this may be the gutter between columns. */
export const minGutter = 0.8

/** Puts the runs of a page together to lines, in the order in which the page draws them. */
export function rowsOf(items: TextItem[]): Row[] {
  const rows: Row[] = []
  let line: Line | undefined
  for (const item of items) {
    if (item.str.trim() === '') continue
    const run = runOf(item)
    const gap = line ? run.left - line.right : 0
    if (!line || !follows(line, run, gap)) {
      rows.push([{ ...run, before: '' }])
      line = run
      continue
    }
    const before = separator(line.text, run.text, gap / run.size)
    const row = rows.at(-1)!
    if (gap > run.size * minGutter) row.push({ ...run, before })
    else append(row.at(-1)!, run, before)
    append(line, run, before)
  }
  return rows
}

function append(line: Line, run: Line, before: string): void {
  line.text += before + run.text
  line.right = run.right
  line.size = Math.max(line.size, run.size)
}

/** A row as a line. */
export function lineOf(row: Row): Line {
  const text = row.map((piece, index) => (index === 0 ? piece.text : piece.before + piece.text)).join('')
  const size = Math.max(...row.map((piece) => piece.size))
  const { left, baseline, angle } = row[0]
  return { left, right: row.at(-1)!.right, baseline, size, angle, text: withoutJapaneseGaps(text).trim() }
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
  const rise = Math.abs(run.baseline - line.baseline)
  return line.angle === run.angle && rise < Math.max(line.size, run.size) * sameBaseline && gap > -run.size
}

/** What may stand alone before a gap at the beginning of a list's item or of a numbered section. */
const loneMarker = /^(?:[•‣▪●○◆■□・–*-]|\(?[\dA-Za-z]{1,3}[.)）]|[（(][^()（）]{1,3}[)）]|\d+(?:\.\d+)+\.?|[①-⑳])$/

function separator(before: string, after: string, ems: number): string {
  const opensItem = ems > cellGap && loneMarker.test(before.trim()) && /^\p{L}/u.test(after)
  if (ems > cellGap) return opensItem ? ' ' : '\t'
  return ems > 0.12 && !before.endsWith(' ') && !after.startsWith(' ') ? ' ' : ''
}
