import { and, asc, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Paged } from '~/contract/shared.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import { auditFeedback, audits, type Database } from '~/provider/db/index.ts'
import { countRows, findPosition, type IdRange, type LongList, rowsFrom } from '~/provider/db/long-list.ts'
import { type Interval, type Moments, momentsOf } from './interval.ts'

export const pageSize = 20
/** Rows of one user, conversation or opinion are counted up to here: each has to be looked at, and who reads so far filters further. */
export const mostCounted = 10_000

/** What a list of the chain's rows is filtered by. */
export interface ChainFilter extends Interval {
  userId?: number | undefined
  conversationId?: number | undefined
  /** What its user thinks of the answer. */
  feedback?: 'good' | 'bad' | undefined
}

/** Which rows of the table a list has. */
export interface ChainList {
  organizationId: number
  kind: 'request' | 'action'
  filter: ChainFilter
}

/**
 * The ids of a page, the latest first, and the numbers of the page. Rows of a chain are in the order of their ids and of
 * their time, so an interval is a range of ids, which the list's counters tell the number of.
 *
 * @throws ApiError `invalid_audit_interval`
 */
export async function idsOfPage(
  db: Database,
  list: ChainList,
  page: number,
): Promise<{ ids: number[]; about: Omit<Paged<never>, 'data'> }> {
  const range = await idRange(db, list, await momentsOf(db, list.organizationId, list.filter))
  const { userId, conversationId, feedback } = list.filter
  const isNarrow = userId !== undefined || conversationId !== undefined || feedback !== undefined
  return (isNarrow ? pageOfFew : pageOfMany)(db, list, range, page)
}

/** The rows that the list has, of a range of ids. */
export const rowsOf = (
  { organizationId, kind, filter: { userId, conversationId, feedback } }: ChainList,
  range: IdRange,
) =>
  and(
    eq(audits.organization_id, organizationId),
    eq(audits.kind, kind),
    userId === undefined ? undefined : eq(audits.user_id, userId),
    conversationId === undefined ? undefined : eq(audits.conversation_id, conversationId),
    feedback === undefined
      ? undefined
      : sql`${audits.id} IN (
          SELECT audit_id FROM ${auditFeedback}
          WHERE organization_id = ${organizationId} AND feedback = ${feedback})`,
    range.from === undefined ? undefined : gte(audits.id, range.from),
    range.to === undefined ? undefined : lt(audits.id, range.to),
  )

/** The ids of the rows between two moments: those from the first row in it on, and below the first one behind it. */
export async function idRange(
  db: Database,
  { organizationId, kind }: ChainList,
  { from, before }: Moments,
): Promise<IdRange> {
  const first = async (at: string | undefined): Promise<number | undefined> => {
    if (at === undefined) return undefined
    const behind = and(eq(audits.organization_id, organizationId), eq(audits.kind, kind), gte(audits.created_at, at))
    const row = await db
      .select({ id: audits.id })
      .from(audits)
      .where(behind)
      .orderBy(asc(audits.created_at), asc(audits.id))
      .limit(1)
      .get()
    return row?.id ?? Number.MAX_SAFE_INTEGER
  }
  const [start, end] = await Promise.all([first(from), first(before)])
  return { from: start, to: end === Number.MAX_SAFE_INTEGER ? undefined : end }
}

async function pageOfMany(db: Database, list: ChainList, range: IdRange, page: number) {
  const counters: LongList = {
    name: list.kind === 'request' ? 'audits' : 'actions',
    organizationId: list.organizationId,
    id: audits.id,
    within: rowsOf(list, {})!,
  }
  if (range.from === Number.MAX_SAFE_INTEGER) return { ids: [], about: numbersOf(0, page) }
  const [total, later] = await Promise.all([
    countRows(db, counters, range),
    range.to === undefined ? 0 : rowsFrom(db, counters, range.to),
  ])
  const before = (page - 1) * pageSize
  const position = before < total ? await findPosition(db, counters, later + before) : undefined
  if (!position) return { ids: [], about: numbersOf(total, page) }
  const rows = await db
    .select({ id: audits.id })
    .from(audits)
    .where(and(rowsOf(list, { from: range.from }), lt(audits.id, position.below)))
    .orderBy(desc(audits.id))
    .limit(pageSize)
    .offset(position.skip)
  return { ids: rows.map(({ id }) => id), about: numbersOf(total, page) }
}

async function pageOfFew(db: Database, list: ChainList, range: IdRange, page: number) {
  const few = db
    .select({ id: audits.id })
    .from(audits)
    .where(rowsOf(list, range))
    .limit(mostCounted + 1)
    .as('few')
  const before = (page - 1) * pageSize
  const [[counted], rows] = await db.batch([
    db.select({ total: count() }).from(few),
    db
      .select({ id: audits.id })
      .from(audits)
      .where(rowsOf(list, range))
      .orderBy(desc(audits.id))
      .limit(Math.max(0, Math.min(pageSize, mostCounted - before)))
      .offset(Math.min(before, mostCounted)),
  ])
  const found = counted?.total ?? 0
  return {
    ids: rows.map(({ id }) => id),
    about: {
      ...numbersOf(Math.min(found, mostCounted), page),
      ...(found > mostCounted && { more: true }),
    },
  }
}

/** The rows with these ids. */
export const isOneOf = (ids: number[]): SQL =>
  sql`${audits.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`

const numbersOf = (total: number, page: number) => pageNumbers(total, { page, page_size: pageSize })
