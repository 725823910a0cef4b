/** A cell as it is drawn. */
export interface Cell {
  text: string
  /** What a reader of the file takes its value for, where that differs from how it is drawn: dates as 2026-04-01, plain numbers. */
  plain?: string
  look?: Look
  /** Where its words differ in their look. */
  runs?: { text: string; css: string }[]
  /** Numbers and dates stand to the right, truth values in the middle, unless the look says otherwise. */
  align?: 'right' | 'center'
}

/** How a cell looks. */
export interface Look {
  /** Declarations of its font, fill and borders. */
  css: string
  /** Whether its text goes on in further lines; what does not, runs over empty neighbours. */
  wraps: boolean
  horizontal?: 'left' | 'center' | 'right'
  vertical?: 'top' | 'center' | 'bottom'
}

/** Cells that are drawn as one, ends exclusive. */
export interface Merge {
  row: number
  column: number
  rowEnd: number
  columnEnd: number
}

/** An image over the cells, in pixels from the first one's corner. */
export interface Picture {
  left: number
  top: number
  width: number
  height: number
  url: string
  alt: string
}

/** A sheet to be drawn. Rows and columns count from 0. */
export interface Sheet {
  name: string
  /** Where each row begins, in pixels, and where the last one ends. */
  tops: Float64Array
  /** Likewise of columns. */
  lefts: Float64Array
  cell: (row: number, column: number) => Cell | undefined
  merges: readonly Merge[]
  pictures: readonly Picture[]
  /** How many stay in view. */
  frozen: { rows: number; columns: number }
  gridLines: boolean
  /** Whether it is a spreadsheet's: on white paper, its columns headed by letters. */
  isPaper: boolean
}

export const rowsOf = ({ tops }: Sheet) => tops.length - 1
export const columnsOf = ({ lefts }: Sheet) => lefts.length - 1

/** Adds up sizes to where each begins, and where the last one ends. */
export function offsetsOf(sizes: ArrayLike<number>): Float64Array {
  const offsets = new Float64Array(sizes.length + 1)
  for (let index = 0; index < sizes.length; index++) offsets[index + 1] = offsets[index]! + sizes[index]!
  return offsets
}

/** The index of what lies at a place, of the last where it is beyond. */
export function indexAt(offsets: Float64Array, place: number): number {
  let [low, high] = [0, offsets.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (offsets[middle]! <= place) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** A, B, … Z, AA, … as spreadsheets name columns. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

const wide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uff60\u{20000}-\u{3ffff}]/u

/** About how wide a line of text is at a size of 1; without a canvas, as it is asked of every long cell. */
export function textWidth(line: string): number {
  let width = 0
  for (const character of line) width += wide.test(character) ? 1 : 0.53
  return width
}

/** About how many lines a text takes in a width, both in the same unit as {@link textWidth}. */
export const linesIn = (text: string, width: number) =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(textWidth(line) / width)), 0)
