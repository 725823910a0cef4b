import { findExcerpt } from '../excerpt.ts'
import { columnsOf, rowsOf, type Sheet } from './sheet.ts'

export interface Place {
  row: number
  column: number
}

/** Rows with text that make a page, as the text of tables is cut when it is indexed. */
const rowsPerPage = 1000

/** The row with which each page of a sheet begins; none for a sheet without text. */
export function pageRows(sheet: Sheet): number[] {
  const starts: number[] = []
  let filled = 0
  for (let row = 0; row < rowsOf(sheet); row++) {
    if (!isFilled(sheet, row)) continue
    if (filled % rowsPerPage === 0) starts.push(row)
    filled += 1
  }
  return starts
}

function isFilled(sheet: Sheet, row: number): boolean {
  for (let column = 0; column < columnsOf(sheet); column++) {
    if (textOf(sheet, row, column).trim() !== '') return true
  }
  return false
}

/**
 * Finds the cells that hold an excerpt, in the order of reading.
 * @param starts the rows with which pages begin
 * @param page the index of the page on which it is looked for first; then on the others, in turn
 */
export function findCells(sheet: Sheet, starts: readonly number[], page: number, excerpt: string): Place[] {
  const others = starts.map((_, index) => index).filter((index) => index !== page)
  for (const index of page < starts.length ? [page, ...others] : others) {
    const cells = cellsIn(sheet, starts[index]!, starts[index + 1] ?? rowsOf(sheet))
    const found = findExcerpt(
      cells.map(({ row, column }) => textOf(sheet, row, column)),
      excerpt,
    )
    if (found.length > 0) return [...new Set(found.map(({ text }) => text))].map((text) => cells[text]!)
  }
  return []
}

function cellsIn(sheet: Sheet, from: number, to: number): Place[] {
  const places: Place[] = []
  for (let row = from; row < to; row++) {
    for (let column = 0; column < columnsOf(sheet); column++) {
      if (textOf(sheet, row, column) !== '') places.push({ row, column })
    }
  }
  return places
}

function textOf(sheet: Sheet, row: number, column: number): string {
  const cell = sheet.cell(row, column)
  return cell?.plain ?? cell?.text ?? ''
}
