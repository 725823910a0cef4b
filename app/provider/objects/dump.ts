/**
 * A database as lines of JSON, a Durable Object's or D1's: each row, with the name of its table. What a database makes by itself is not
 * among them (indexes, tables of full text, what triggers keep): it comes again with the rows.
 */

export type Scalar = string | number | null | ArrayBuffer
type Row = Record<string, Scalar>
export type Statement = readonly [sql: string, ...values: Scalar[]]

/** A database that is dumped and loaded. */
export interface Dumped {
  /** Runs statements, all or none, and gives the rows of each. */
  run: (statements: Statement[]) => Row[][] | Promise<Row[][]>
  /** Tables that triggers or migrations fill. */
  without: readonly string[]
  /**
   * Tables that are read together, in the first part, as they are at one moment. Of the others, which only grow, rows that came later are
   * left out. None where the tables are read one after another.
   */
  together?: readonly string[]
}

/** Where a dump goes on. */
export interface Place {
  table: string
  /** The key of the last row; none where the table begins. */
  after?: Scalar[] | undefined
  /** The last keys that belong to the dump, by table. */
  through?: Record<string, number>
}

/** Some lines, and where the next ones are; nothing where these are the last. */
export interface Part {
  lines: string
  next?: Place | undefined
}

/** Characters of one part, and rows that one query reads. */
const limits = { characters: 4_000_000, rows: 100 }

/** The next part of a database. */
export async function dump(database: Dumped, place?: Place): Promise<Part> {
  const { together = [] } = database
  const tables = (await tablesOf(database)).filter((table) => !together.includes(table))
  let lines = ''
  let next: Place | undefined = place ?? { table: tables[0]! }
  if (!place && together.length > 0) {
    for (const table of together) lines += linesOf(table, await rowsOf(database, `SELECT * FROM ${table}`))
    next = { table: tables[0]!, through: await lastKeys(database, tables) }
  }
  while (next && lines.length < limits.characters) {
    const at: Place = next
    const key = await keyOf(database, at.table)
    const rows = await readRows(database, at, key)
    lines += linesOf(at.table, rows)
    const following = tables[tables.indexOf(at.table) + 1]
    if (rows.length === limits.rows) next = { ...at, after: key.map((column) => rows.at(-1)![column]!) }
    else next = following === undefined ? undefined : { ...at, table: following, after: undefined }
  }
  if (!next) lines += linesOf(sequences, await sequencesOf(database))
  return { lines, next }
}

/** How many rows each table has that is dumped. */
export async function countRows(database: Dumped): Promise<Record<string, number>> {
  const tables = await tablesOf(database)
  const counts = await database.run(tables.map((table) => [`SELECT count(*) AS rows FROM ${table}`]))
  return Object.fromEntries(tables.map((table, index) => [table, Number(counts[index]![0]!.rows)]))
}

/**
 * Writes rows that are not there yet. Safe to repeat.
 * @param lines those of one part, or some of them in order
 * @returns how many were left out, since what they belong to had been deleted while it was dumped: as the deletion would have them
 */
export async function load(database: Dumped, lines: string): Promise<number> {
  let left = 0
  const rows = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line, revive) as { table: string; row: Row })
  for (let start = 0, end; start < rows.length; start = end) {
    const { table } = rows[start]!
    end = rows.findIndex((one, index) => index > start && one.table !== table)
    if (end < 0) end = rows.length
    const some = rows.slice(start, end).map(({ row }) => row)
    if (table === sequences) await database.run(some.flatMap(raise))
    else left += await insert(database, table, some)
  }
  return left
}

/** Sets ids that are never given again. */
export const raise = ({ name, seq }: Row): Statement[] => [
  ['UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1', name!, seq!],
  [
    `INSERT INTO sqlite_sequence (name, seq)
     SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)`,
    name!,
    seq!,
  ],
]

async function insert(database: Dumped, table: string, rows: Row[]): Promise<number> {
  const references = await rowsOf(database, `PRAGMA foreign_key_list(${table})`)
  const key = await keyOf(database, table)
  const inserted = await database.run(rows.map((row) => insertion(table, row, { key, references })))
  const missing = rows.filter((_, index) => inserted[index]!.length === 0)
  if (missing.length === 0) return 0
  const found = await database.run(
    missing.map((row) => {
      const columns = key.length > 0 ? key : Object.keys(row)
      const isSame = columns.map((column) => `${column} IS ?`).join(' AND ')
      return [`SELECT 1 FROM ${table} WHERE ${isSame}`, ...columns.map((column) => row[column]!)]
    }),
  )
  return found.filter(({ length }) => length === 0).length
}

/** Where a row's parent is gone, it is treated as its deletion does: the reference or the row goes. */
function insertion(table: string, row: Row, { key, references }: { key: string[]; references: Row[] }): Statement {
  const columns = Object.keys(row)
  const conditions: string[] = []
  const values = columns.map((column, index) => {
    const value = `?${index + 1}`
    const reference = references.find(({ from }) => from === column)
    if (!reference) return value
    const isThere = `EXISTS (SELECT 1 FROM ${reference.table} WHERE ${reference.to} = ${value})`
    if (reference.on_delete === 'SET NULL') return `CASE WHEN ${isThere} THEN ${value} END`
    conditions.push(`(${value} IS NULL OR ${isThere})`)
    return value
  })
  if (key.length === 0) {
    const isSame = columns.map((column, index) => `${column} IS ?${index + 1}`).join(' AND ')
    conditions.push(`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${isSame})`)
  }
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  return [
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} ${where} RETURNING 1`,
    ...Object.values(row),
  ]
}

/** In the order in which they were made: what is referred to comes first. */
async function tablesOf(database: Dumped): Promise<string[]> {
  const all = await rowsOf(database, "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
  const virtual = all.filter(({ sql }) => /^CREATE VIRTUAL/i.test(String(sql))).map(({ name }) => String(name))
  return all
    .map(({ name }) => String(name))
    .filter((name) => !/^(sqlite|_cf)_/.test(name) && !database.without.includes(name))
    .filter((name) => !virtual.some((one) => name === one || name.startsWith(`${one}_`)))
}

async function keyOf(database: Dumped, table: string): Promise<string[]> {
  const columns = await rowsOf(database, `PRAGMA table_info(${table})`)
  return columns
    .filter(({ pk }) => Number(pk) > 0)
    .toSorted((one, other) => Number(one.pk) - Number(other.pk))
    .map(({ name }) => String(name))
}

function readRows(database: Dumped, { table, after, through }: Place, key: string[]): Promise<Row[]> {
  const columns = key.join(', ')
  const last = through?.[table]
  const conditions = [
    ...(after ? [`(${columns}) > (${key.map(() => '?').join(', ')})`] : []),
    ...(last === undefined ? [] : [`${columns} <= ?`]),
  ]
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const values = [...(after ?? []), ...(last === undefined ? [] : [last])]
  return rowsOf(database, `SELECT * FROM ${table} ${where} ORDER BY ${columns} LIMIT ${limits.rows}`, ...values)
}

async function lastKeys(database: Dumped, tables: string[]): Promise<Record<string, number>> {
  const last: Record<string, number> = {}
  for (const table of tables) {
    const [key] = await keyOf(database, table)
    const [found] = await rowsOf(database, `SELECT coalesce(max(${key}), 0) AS last FROM ${table}`)
    last[table] = Number(found!.last)
  }
  return last
}

/** SQLite's table of the ids that were given last: a row that is deleted does not give its id back. */
const sequences = 'sqlite_sequence'

async function sequencesOf(database: Dumped): Promise<Row[]> {
  const [table] = await rowsOf(database, `SELECT 1 FROM sqlite_master WHERE name = '${sequences}'`)
  return table ? rowsOf(database, `SELECT name, seq FROM ${sequences} WHERE name NOT LIKE 'd1%'`) : []
}

const rowsOf = async ({ run }: Dumped, ...statement: Statement): Promise<Row[]> => (await run([statement]))[0]!

/** Bytes as an object, which no column has otherwise. */
const linesOf = (table: string, rows: Row[]): string =>
  rows.map((row) => `${JSON.stringify({ table, row }, (_, value: unknown) => jsonOf(value))}\n`).join('')

const jsonOf = (value: unknown) =>
  value instanceof ArrayBuffer ? { base64: Buffer.from(value).toString('base64') } : value

function revive(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('base64' in value)) return value
  return Uint8Array.from(Buffer.from(String(value.base64), 'base64')).buffer
}
