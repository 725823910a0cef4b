import { and, eq, type SQL, sql, sum } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Database, listBlocks } from './index.ts'

/** Ids that share a counter in `list_blocks`. */
const blockSize = 1024

/**
 * A list of an organisation that may be a million rows long: rows of a table that are `within` it, by their ids. Its
 * counters (`list_blocks`, kept by triggers) tell how many rows lie before an id, so that totals need no scan and any
 * page is reached with an OFFSET below {@link blockSize}.
 */
export interface LongList {
  name: 'users'
  organizationId: number
  id: SQLiteColumn
  within: SQL
}

/** How many rows the list has, as a statement. */
export const selectTotal = (db: Database, list: LongList) =>
  db
    .select({ rows: sum(listBlocks.rows).mapWith(Number) })
    .from(listBlocks)
    .where(counters(list))

/** The same as a value in SQL. */
export const totalOf = (list: LongList) =>
  sql<number>`(SELECT coalesce(sum(${listBlocks.rows}), 0) FROM ${listBlocks} WHERE ${counters(list)})`

/** The id of the row that has `before` rows with higher ids, as a value in SQL; NULL where there is none. */
export const idAt = (list: LongList, before: number | SQL<number>) => sql<number>`(
  WITH counted AS (
    SELECT block, "rows", sum("rows") OVER (ORDER BY block DESC) - "rows" AS above
    FROM ${listBlocks} WHERE ${counters(list)}
  ), place AS MATERIALIZED (
    SELECT (block + 1) * ${blockSize} AS below, ${before} - above AS skip
    FROM counted WHERE above <= ${before} AND above + "rows" > ${before}
  )
  SELECT ${list.id} FROM ${list.id.table} WHERE ${list.within} AND ${list.id} < (SELECT below FROM place)
  ORDER BY ${list.id} DESC LIMIT 1 OFFSET coalesce((SELECT skip FROM place), 0))`

const counters = ({ name, organizationId }: LongList) =>
  and(eq(listBlocks.list, name), eq(listBlocks.organization_id, organizationId))
