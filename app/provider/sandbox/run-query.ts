import { type CheckedQuery, checkQuery, folded } from './check-query.ts'
import { type PlanRow, rowsVisited, type Sizes } from './query-plan.ts'
import { QueryRefused } from './query-refused.ts'
import type { Cell, QueryResult, Table } from './table.ts'

/** Rows that a query may look at. */
const maxVisited = 3_000_000
/** Rows that it looks at, times what one costs in additions: a few seconds. */
const maxWork = 200_000_000
/** Characters that sorting and grouping may hold. */
const maxHeld = 500_000_000
/** Rows, columns and characters of a cell that come out. */
const maxRows = 1_000
const maxColumns = 50
export const longestCell = 500

/** @throws QueryRefused also with what SQLite says of a mistake */
export function runQuery(sql: SqlStorage, written: string, tables: Table[]): QueryResult {
  try {
    return run(sql, written, tables)
  } catch (error) {
    const said = error instanceof Error ? /^(.*): SQLITE_\w+$/s.exec(error.message)?.[1] : undefined
    throw said === undefined ? error : new QueryRefused(said)
  }
}

function run(sql: SqlStorage, written: string, tables: Table[]): QueryResult {
  const query = checkQuery(written, tables)
  const rows = new Map(tables.map((table) => [folded(table.name), table.rows]))
  for (const { name, sql: upToHere } of query.named) {
    const counting = `${upToHere} SELECT count(*) AS rows FROM "${name}"`
    requireCheap(sql, counting, query, rows)
    rows.set(folded(name), sql.exec<{ rows: number }>(counting).one().rows)
  }
  const limited = `SELECT * FROM (${query.sql}) LIMIT ${maxRows + 1}`
  requireCheap(sql, limited, query, rows)
  const cursor = sql.exec(limited)
  if (cursor.columnNames.length > maxColumns) throw new QueryRefused(`A result has at most ${maxColumns} columns.`)
  const found = [...cursor.raw()].map((row) => row.map((value) => cell(value)))
  return {
    // SQLite numbers columns of the same name so.
    columns: cursor.columnNames.map((name) => name.replace(/:\d+$/, '')),
    rows: found.slice(0, maxRows),
    cut: found.length > maxRows,
    tables: query.tables.map(({ name }) => name),
  }
}

/** Nothing can end a query that runs, so that what might take too long does not begin. */
function requireCheap(sql: SqlStorage, text: string, query: CheckedQuery, rows: Map<string, number>) {
  const plan = sql.exec<PlanRow>(`EXPLAIN QUERY PLAN ${text}`).toArray()
  const visited = rowsVisited(plan, sizesOf(query, rows))
  const held = visited * Math.max(0, ...query.tables.map(charactersOfRow))
  if (visited > maxVisited || held > maxHeld) {
    throw new QueryRefused(
      `The query might look at ${visited} rows, which is too many. Join on columns whose values differ, aggregate in WITH before joining, use window functions in place of self joins, or filter.`,
    )
  }
  if (visited * query.weight > maxWork) {
    throw new QueryRefused(`The query does too much with each of ${visited} rows. Use fewer terms, patterns and texts.`)
  }
}

/** @param rows of the tables, and of the subqueries of WITH as far as they are counted */
const sizesOf = ({ sources, named, tables }: CheckedQuery, rows: Map<string, number>): Sizes => {
  const meanings = (source: string): string[] => {
    const names = sources.get(folded(source))
    if (names) return [...names]
    if (named.some(({ name }) => folded(name) === folded(source)) || /^\(subquery-\d+\)$/.test(source)) return ['']
    throw new QueryRefused(`The source ${source} is not understood.`)
  }
  return {
    rowsOf(source) {
      const counts = meanings(source).map((name) => rows.get(name) ?? Number.NaN)
      return counts.some(Number.isNaN) ? undefined : Math.max(...counts)
    },
    sameOf(source, columns) {
      const counts = meanings(source).map((name) => mostAlike(tables, name, columns) ?? Number.NaN)
      return counts.some(Number.isNaN) ? undefined : Math.max(...counts)
    },
  }
}

/** The most rows of a table that have the same values in these columns. */
function mostAlike(tables: Table[], name: string, columns: string[]): number | undefined {
  const table = tables.find((one) => folded(one.name) === name)
  const counts = columns.flatMap((column) => {
    const found = table?.columns.find((one) => folded(one.name) === folded(column))
    // IS finds empty cells, too.
    return found ? [Math.max(found.profile.missing, found.profile.top[0]?.count ?? 0)] : []
  })
  return counts.length > 0 ? Math.min(...counts) : undefined
}

/** A generous mean: what a row has most is a fifth of what it might have. */
const charactersOfRow = ({ columns }: Table) => columns.reduce((sum, { profile }) => sum + 8 + profile.longest / 5, 0)

function cell(value: SqlStorageValue): Cell {
  if (typeof value === 'string') return value.slice(0, longestCell)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
