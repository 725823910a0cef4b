import type { AttachedFile } from '../attached-files.ts'
import { longestCell } from '~/provider/sandbox/run-query.ts'
import type { Cell, Table } from '~/provider/sandbox/table.ts'
import { profileOf } from './profile.ts'
import type { Sheet } from './read-sheets.ts'
import { typedValues } from './values.ts'

/** What is taken of one sheet. A statement binds a row's cells at once. */
const most = { rows: 200_000, cells: 1_000_000, columns: 90 }
/** Rows that may stand above the names of the columns: a title, a unit. */
const mostAbove = 10
const longestName = 40

/** A table and what is in it; undefined where a sheet has no row below its names. */
export function tableOfSheet(
  sheet: Sheet,
  file: AttachedFile,
  taken: string[],
): { table: Table; rows: Cell[][] } | undefined {
  const width = sheet.rows.reduce((most, row) => Math.max(most, row.length), 0)
  const header = headerOf(sheet.rows)
  const body = sheet.rows.slice(header + 1)
  const used = Array.from({ length: width }, (_, at) => at).filter((at) => body.some((row) => row[at]?.trim()))
  const kept = used.slice(0, most.columns)
  if (body.length === 0 || kept.length === 0) return undefined
  const rows = body.slice(0, Math.min(most.rows, Math.floor(most.cells / kept.length)))
  const names: string[] = []
  const columns = kept.map((at) => {
    const label = sheet.rows[header]?.[at]?.trim() || `column ${at + 1}`
    const { kind, values } = typedValues(rows.map((row) => (row[at] ?? '').slice(0, longestCell)))
    const name = freeName(label, names)
    names.push(name)
    return { column: { name, label, kind, profile: profileOf(values) }, values }
  })
  return {
    table: {
      name: freeName(sheet.name, taken),
      file_id: file.file_id,
      file_name: file.file_name,
      page: sheet.page,
      rows: rows.length,
      cut: rows.length < body.length || kept.length < used.length,
      columns: columns.map(({ column }) => column),
    },
    rows: rows.map((_, at) => columns.map(({ values }) => values[at]!)),
  }
}

/**
 * The row with the names of the columns: the first that is as wide as what follows and has words and years alone, each
 * once; -1 where the table begins without one.
 */
function headerOf(rows: string[][]): number {
  const filled = (row: string[]) => row.map((cell) => cell.trim()).filter(Boolean)
  const wide = Math.max(...rows.slice(0, 100).map((row) => filled(row).length))
  return rows.slice(0, mostAbove).findIndex((row) => {
    const cells = filled(row)
    const words = cells.filter((cell) => !isNumber(cell))
    const isWide = cells.length >= wide * 0.7 && words.length > 0
    return isWide && new Set(cells).size === cells.length && cells.every((cell) => words.includes(cell) || isYear(cell))
  })
}

const isNumber = (cell: string) => typedValues([cell]).kind !== 'text' && !/\p{L}/u.test(cell)
const isYear = (cell: string) => /^(19|20)\d\d$/.test(cell)

/** A name of letters, digits and underscores that is not taken; case makes no difference to SQL. */
function freeName(label: string, taken: string[]): string {
  const plain = label
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, longestName)
  const name = /^(?!\d|sqlite_)./i.test(plain) ? plain : `t_${plain}`
  const isTaken = (wanted: string) => taken.some((one) => one.toLowerCase() === wanted.toLowerCase())
  let free = name
  for (let number = 2; isTaken(free); number++) free = `${name}_${number}`
  return free
}
