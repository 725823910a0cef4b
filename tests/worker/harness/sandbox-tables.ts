import { env } from 'cloudflare:workers'
import type { Cell, Column, QueryResult, Table } from '~/provider/sandbox/table.ts'

const conversation = crypto.randomUUID()
/** Another stub each time: none outlives the emptying of storage between test files. */
const sandbox = () => env.ANALYSIS_TABLES.getByName(conversation)
const file = 7

const column = (name: string, kind: Column['kind'], top: number, longest = 8): Column => ({
  name,
  label: name,
  kind,
  profile: {
    missing: 0,
    distinct: 0,
    min: null,
    max: null,
    mean: null,
    median: null,
    top: [{ value: null, count: top }],
    longest,
  },
})

async function load(name: string, columns: Column[], rows: Cell[][], fileId = file) {
  await sandbox().create(name, columns)
  for (let start = 0; start < rows.length; start += 10_000)
    await sandbox().insert(name, rows.slice(start, start + 10_000))
  const table: Table = {
    name,
    file_id: fileId,
    file_name: `${name}.csv`,
    page: 1,
    rows: rows.length,
    cut: false,
    columns,
  }
  await sandbox().publish([table])
}

export const many = 200_000

/** Loads a table of 200,000 rows, a small one, and one of another file. */
export async function loadTables() {
  const rows = Array.from({ length: many }, (_, index): Cell[] => [index, index % 7, index * 1.5, 'a'.repeat(300)])
  await load(
    'orders',
    [
      column('id', 'integer', 1),
      column('customer', 'integer', Math.ceil(many / 7)),
      column('total', 'real', 1),
      column('memo', 'text', many, 300),
    ],
    rows,
  )
  await load(
    '顧客',
    [column('id', 'integer', 1), column('氏名', 'text', 1)],
    [
      [0, '佐藤'],
      [1, '鈴木'],
      [2, "O'Neil"],
      [3, null],
    ],
  )
  await load('secret', [column('id', 'integer', 1)], [[1]], 8)
}

export const ask = (sql: string) => sandbox().query(sql, [file]) as Promise<QueryResult | { refused: string }>

export async function rowsOf(sql: string): Promise<Cell[][]> {
  const result = await ask(sql)
  if ('refused' in result) throw new Error(result.refused)
  return result.rows
}
