import { and, desc, eq, gt, type SQL, sql, sum } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Database, listBlocks } from './index.ts'

/** Ids that share a counter in `list_blocks`. */
const blockSize = 1024

/**
 * A list of an organisation that may be a million rows long: rows of `table` that are `within` it, the latest id first.
 * Its counters (`list_blocks`, kept by triggers) tell how many rows lie before an id, so that totals need no scan and any
 * page is reached with an OFFSET below {@link blockSize}.
 */
export interface LongList {
  name: 'users'
  organizationId: number
  id: SQLiteColumn
  within: SQL
}

/** Ids from `from` on and below `to`; both open where they are left out. */
export interface IdRange {
  from?: number | undefined
  to?: number | undefined
}

/** How many rows of the list have an id of at least `id`. */
export async function rowsFrom(db: Database, list: LongList, id: number): Promise<number> {
  const block = Math.floor(id / blockSize)
  const [[above], [within]] = await db.batch([
    db
      .select({ rows: sum(listBlocks.rows).mapWith(Number) })
      .from(listBlocks)
      .where(and(counters(list), gt(listBlocks.block, block))),
    db
      .select({ rows: sql<number>`count(*)` })
      .from(list.id.table)
      .where(and(list.within, sql`${list.id} >= ${id}`, sql`${list.id} < ${(block + 1) * blockSize}`)),
  ])
  return (above?.rows ?? 0) + (within?.rows ?? 0)
}

/** How many rows of the list are in the range. */
export async function countRows(db: Database, list: LongList, { from = 0, to }: IdRange = {}): Promise<number> {
  const [upwards, beyond] = await Promise.all([rowsFrom(db, list, from), to === undefined ? 0 : rowsFrom(db, list, to)])
  return upwards - beyond
}

/** Where the row at a position begins: the ids below `below`, after `skip` of them. Undefined behind the last row. */
export interface Position {
  below: number
  skip: number
}

/**
 * Finds the row that has `before` rows with higher ids: select the list's rows with an id below `below`, the highest
 * first, with an OFFSET of `skip`.
 */
export async function findPosition(db: Database, list: LongList, before: number): Promise<Position | undefined> {
  const running = db.$with('running').as(
    db
      .select({
        block: listBlocks.block,
        rows: listBlocks.rows,
        above: sql<number>`sum(${listBlocks.rows}) OVER (ORDER BY ${listBlocks.block} DESC) - ${listBlocks.rows}`.as(
          'above',
        ),
      })
      .from(listBlocks)
      .where(counters(list)),
  )
  const found = await db
    .with(running)
    .select({ block: running.block, above: running.above })
    .from(running)
    .where(and(sql`${running.above} <= ${before}`, sql`${running.above} + ${running.rows} > ${before}`))
    .orderBy(desc(running.block))
    .limit(1)
    .get()
  return found && { below: (found.block + 1) * blockSize, skip: before - found.above }
}

const counters = ({ name, organizationId }: LongList) =>
  and(eq(listBlocks.list, name), eq(listBlocks.organization_id, organizationId))
