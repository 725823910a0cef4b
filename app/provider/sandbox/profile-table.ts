import type { Cell, Column, Profile } from './table.ts'

const maxTop = 5

/** What a filled column holds, which SQLite counts without holding it in memory. */
export function profileOf(sql: SqlStorage, table: string, { name, kind }: Pick<Column, 'name' | 'kind'>): Profile {
  const [column, from] = [`"${name}"`, `FROM "${table}"`]
  const isNumber = kind === 'integer' || kind === 'real'
  const all = sql
    .exec<{ filled: number; missing: number; distinct: number; min: Cell; max: Cell; mean: number; longest: number }>(
      `SELECT count(${column}) AS filled, count(*) - count(${column}) AS missing, count(DISTINCT ${column}) AS "distinct",
         min(${column}) AS min, max(${column}) AS max, avg(${column}) AS mean, max(length(${column})) AS longest ${from}`,
    )
    .one()
  const top = sql
    .exec<{ value: string | number; count: number }>(
      `SELECT ${column} AS value, count(*) AS count ${from} WHERE ${column} IS NOT NULL
       GROUP BY 1 ORDER BY 2 DESC, min(rowid) LIMIT ${maxTop}`,
    )
    .toArray()
  const { filled, missing, distinct, min, max, mean, longest } = all
  return {
    missing,
    distinct,
    min,
    max,
    mean: isNumber && filled > 0 ? mean : null,
    median: isNumber && filled > 0 ? medianOf(sql, { column, from, filled }) : null,
    top,
    longest: longest ?? 0,
  }
}

function medianOf(sql: SqlStorage, { column, from, filled }: { column: string; from: string; filled: number }): number {
  const middle = sql
    .exec<{ value: number }>(
      `SELECT ${column} AS value ${from} WHERE ${column} IS NOT NULL ORDER BY 1
       LIMIT ${filled % 2 === 0 ? 2 : 1} OFFSET ${Math.floor((filled - 1) / 2)}`,
    )
    .toArray()
  return middle.reduce((sum, { value }) => sum + value, 0) / middle.length
}
