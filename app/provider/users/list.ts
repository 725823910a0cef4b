import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { Paged } from '~/contract/shared.ts'
import type { listUsers as endpoint, User } from '~/contract/users.ts'
import { pageJson } from '~/provider/api/page-json.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { type Database, users } from '~/provider/db/index.ts'
import { idAt, type LongList, selectTotal, totalOf } from '~/provider/db/long-list.ts'
import { matchOf, mostMatches } from './match.ts'
import { toUser } from './user.ts'

type Query = ParsedOf<typeof endpoint>['query']

/** Users that one step reads. A page of a million is written out step by step: as a whole it would not fit into memory. */
const step = 500

/** One page of the organisation's users. */
export async function listUsers({ query }: { query: Query }, { db, member }: Call): Promise<Paged<User> | Response> {
  const email = query.email?.trim()
  return email ? search(db, member.organizationId, { ...query, email }) : listAll(db, member.organizationId, query)
}

/** The users of an organisation, as the counters of long lists know them. */
export const usersOf = (organizationId: number): LongList => ({
  name: 'users',
  organizationId,
  id: users.id,
  within: eq(users.organization_id, organizationId),
})

/** The total and the page in one batch: where the page begins is worked out by the database. */
async function listAll(db: Database, organizationId: number, query: Query): Promise<Paged<User> | Response> {
  const { page, page_size, sort } = query
  const list = usersOf(organizationId)
  const before = (page - 1) * page_size
  const first = idAt(list, sort === 'id' ? sql<number>`(${totalOf(list)} - ${before + 1})` : before)
  const [[counted], rows] = await db.batch([
    selectTotal(db, list),
    selectStep(db, list, { first, sort, size: page_size }),
  ])
  const total = counted?.rows ?? 0
  const left = Math.max(0, Math.min(page_size, total - before)) - rows.length
  const found = { data: rows.map(toUser), ...pageNumbers(total, query) }
  return left > 0 && rows.length > 0 ? pageJson(found, readOn(db, list, { last: rows.at(-1)!.id, left, sort })) : found
}

/** A step of the list's users from the id `first` on: upwards, or downwards with `-id`. */
const selectStep = (
  db: Database,
  { within }: LongList,
  { first, sort, size }: { first: number | SQL<number>; sort: Query['sort']; size: number },
) =>
  db
    .select()
    .from(users)
    .where(and(within, sort === 'id' ? gte(users.id, first) : lte(users.id, first)))
    .orderBy(sort === 'id' ? asc(users.id) : desc(users.id))
    .limit(Math.min(size, step))

/** The users after the id `last`, in steps. */
async function* readOn(
  db: Database,
  list: LongList,
  { last, left, sort }: { last: number; left: number; sort: Query['sort'] },
): AsyncGenerator<User[], void> {
  for (let from = last, size = left; size > 0; size -= step) {
    const rows = await selectStep(db, list, { first: sort === 'id' ? from + 1 : from - 1, sort, size })
    if (rows.length === 0) return
    from = rows.at(-1)!.id
    yield rows.map(toUser)
  }
}

/** Ids first, from the index alone; then the users of the page among them. */
async function search(db: Database, organizationId: number, query: Query & { email: string }): Promise<Paged<User>> {
  const { page, page_size, sort } = query
  const match = await matchOf(db, organizationId, query.email)
  const rising = sort === 'id'
  const ids = match.page({ rising, limit: page_size, offset: (page - 1) * page_size })
  const [[counted], rows] = await db.batch([
    db.select({ found: sql<number>`count(*)` }).from(sql`(${match.some})`),
    db
      .select()
      .from(users)
      .where(inArray(users.id, sql`(${ids})`))
      .orderBy(rising ? asc(users.id) : desc(users.id)),
  ])
  const found = counted?.found ?? 0
  const total = Math.min(found, mostMatches)
  return { data: rows.map(toUser), ...pageNumbers(total, query), ...(found > total && { more: true }) }
}
