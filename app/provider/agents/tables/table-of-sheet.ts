import type { Column, Table } from '~/provider/sandbox/table.ts'
import type { ScannedSheet } from './scan-sheet.ts'
import { kindOf } from './values.ts'

const longestName = 40

/** A table as it is made, before it holds anything. */
export type EmptyTable = Pick<Table, 'name' | 'rows' | 'cut'> & { columns: Omit<Column, 'profile'>[] }

/**
 * The table of a sheet, under names that SQL can have; undefined where a sheet has no row below its names.
 *
 * @param taken names of other tables
 */
export function tableOf({ name }: { name: string }, scan: ScannedSheet, taken: string[]): EmptyTable | undefined {
  if (scan.rows === 0) return undefined
  const names: string[] = []
  const columns = scan.columns.map(({ label, format }) => {
    const free = freeName(label, names)
    names.push(free)
    return { name: free, label, kind: kindOf(format) }
  })
  return { name: freeName(name, taken), rows: scan.rows, cut: scan.cut, columns }
}

/** A name of letters, digits and underscores that is not taken; case makes no difference to SQL. */
function freeName(label: string, taken: string[]): string {
  const plain = label
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, longestName)
  const name = /^(?!\d|sqlite_)./i.test(plain) ? plain : `t_${plain}`
  const isTaken = (wanted: string) => taken.some((one) => one.toLowerCase() === wanted.toLowerCase())
  let free = name
  for (let number = 2; isTaken(free); number++) free = `${name}_${number}`
  return free
}
