import { scanSheet, typedRows } from '~/provider/agents/tables/scan-sheet.ts'
import { tableOf } from '~/provider/agents/tables/table-of-sheet.ts'
import type { Cell, Profile, Table } from '~/provider/sandbox/table.ts'
import { priceList, sales } from '../../../scripts/samples/tables.ts'

/** A table with its rows, as a sheet gives them; its columns' profiles are counted here, as SQLite does in the sandbox. */
export async function made(
  rows: string[][],
  name = 'a',
  taken: string[] = [],
): Promise<{ table: Table; rows: Cell[][] } | undefined> {
  const sheet = { name, rows: () => [rows] }
  const scan = await scanSheet(sheet)
  const empty = tableOf(sheet, scan, taken)
  if (!empty) return undefined
  const batches: Cell[][][] = []
  for await (const batch of typedRows(sheet, scan)) batches.push(batch)
  return filled(empty, batches.flat())
}

function filled(empty: NonNullable<ReturnType<typeof tableOf>>, rows: Cell[][]) {
  const columns = empty.columns.map((column, at) => ({ ...column, profile: profileOf(rows.map((row) => row[at]!)) }))
  return { table: { ...empty, columns, file_id: 1, file_name: `${empty.name}.csv`, page: 1 }, rows }
}

function profileOf(values: Cell[]): Profile {
  const filled = values.filter((value) => value !== null).toSorted((one, other) => (one < other ? -1 : 1))
  const counts = Map.groupBy(filled, (value) => value)
  const top = [...counts].map(([value, { length }]) => ({ value, count: length }))
  return {
    missing: values.length - filled.length,
    distinct: counts.size,
    min: filled[0] ?? null,
    max: filled.at(-1) ?? null,
    mean: null,
    median: null,
    top: top.toSorted((one, other) => other.count - one.count).slice(0, 5),
    longest: filled.reduce<number>((longest, value) => Math.max(longest, String(value).length), 0),
  }
}

/** The tables of the samples. */
export const prices = (await made(priceList, 'price-list'))!.table
export const 売上 = (await made(sales, '売上実績'))!.table
