import { longestCell } from '~/provider/sandbox/run-query.ts'
import type { Cell } from '~/provider/sandbox/table.ts'
import type { Sheet } from './read-sheets.ts'
import { type CellFormat, FormatOfValues, valueOf } from './values.ts'

/** What is taken of one sheet. A statement binds a row's cells at once. */
const max = { rows: 200_000, cells: 1_000_000, columns: 90 }
/** Rows that may stand above the names of the columns: a title, a unit. */
const maxAbove = 10
/** Rows by which the names of the columns are found. */
const headRows = 100
/** Columns that are looked at: the first that hold something are taken. */
const widest = 1_000

/** What a sheet is as a table. */
export interface ScannedSheet {
  /** Rows that come before those of the table. */
  above: number
  /** The columns that hold something. */
  columns: { at: number; label: string; format: CellFormat }[]
  /** Rows that are taken. */
  rows: number
  /** Where the sheet has more rows or columns. */
  cut: boolean
  /** All rows of the sheet that are not empty. */
  filled: number
}

/** Goes through a sheet once, holding its first rows alone: where its table begins, and what its columns are. */
export async function scanSheet(sheet: Sheet): Promise<ScannedSheet> {
  const head: string[][] = []
  const values: FormatOfValues[] = []
  let header: number | undefined
  let filled = 0
  const add = (row: string[]) => {
    for (let at = 0; at < Math.min(row.length, widest); at++) (values[at] ??= new FormatOfValues()).add(cellOf(row, at))
  }
  const begin = () => {
    header = headerOf(head)
    for (const row of head.slice(header + 1)) add(row)
  }
  for await (const rows of filledRows(sheet)) {
    for (const row of rows) {
      filled++
      if (header === undefined) {
        head.push(row)
        if (head.length === headRows) begin()
      } else if (filled - header - 1 <= max.rows) add(row)
    }
  }
  if (header === undefined) begin()
  const above = header! + 1
  const used = [...values.entries()].filter(([, column]) => column?.isFilled)
  const kept = used.slice(0, max.columns)
  const body = filled - above
  const rows = kept.length === 0 ? 0 : Math.min(body, max.rows, Math.floor(max.cells / kept.length))
  return {
    above,
    columns: kept.map(([at, column]) => {
      const label = head[header!]?.[at]?.trim() || `column ${at + 1}`
      const format = column.formatFor(label)
      return { at, label: format === 'hours' ? `${label} (h)` : label, format }
    }),
    rows,
    cut: rows < body || kept.length < used.length,
    filled,
  }
}

/** The rows of a scanned sheet as values of its columns, some at a time. */
export async function* typedRows(sheet: Sheet, { above, columns, rows }: ScannedSheet): AsyncGenerator<Cell[][]> {
  let passed = 0
  for await (const batch of filledRows(sheet)) {
    const taken = batch.slice(Math.max(0, above - passed), above + rows - passed)
    passed += batch.length
    if (taken.length > 0) yield taken.map((row) => columns.map(({ at, format }) => valueOf(format, cellOf(row, at))))
    if (passed >= above + rows) return
  }
}

const cellOf = (row: string[], at: number) => (row[at] ?? '').slice(0, longestCell)

async function* filledRows({ rows }: Sheet): AsyncGenerator<string[][]> {
  for await (const batch of rows()) yield batch.filter((row) => row.some((cell) => cell.trim() !== ''))
}

/**
 * The row with the names of the columns: the first that is as wide as what follows and has words and years alone, each
 * once; -1 where the table begins without one.
 */
function headerOf(rows: string[][]): number {
  const filled = (row: string[]) => row.map((cell) => cell.trim()).filter(Boolean)
  const wide = Math.max(0, ...rows.map((row) => filled(row).length))
  return rows.slice(0, maxAbove).findIndex((row) => {
    const cells = filled(row)
    const words = cells.filter((cell) => !isNumber(cell))
    const isWide = cells.length >= wide * 0.7 && words.length > 0
    return isWide && new Set(cells).size === cells.length && cells.every((cell) => words.includes(cell) || isYear(cell))
  })
}

const isNumber = (cell: string) => !/\p{L}/u.test(cell) && formatOf(cell) !== 'text'
const isYear = (cell: string) => /^(19|20)\d\d$/.test(cell)

function formatOf(cell: string): CellFormat {
  const values = new FormatOfValues()
  values.add(cell)
  return values.formatFor('')
}
