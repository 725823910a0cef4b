import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { Paged } from '~/contract/shared.ts'
import type { listUsers as endpoint, User } from '~/contract/users.ts'
import { pageJson } from '~/provider/api/page-json.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { type Database, users } from '~/provider/db/index.ts'
import { countRows, findPosition, type LongList } from '~/provider/db/long-list.ts'
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
const listOf = (organizationId: number): LongList => ({
  name: 'users',
  organizationId,
  id: users.id,
  within: eq(users.organization_id, organizationId),
})

async function listAll(db: Database, organizationId: number, query: Query): Promise<Paged<User> | Response> {
  const { page, page_size, sort } = query
  const list = listOf(organizationId)
  const total = await countRows(db, list)
  const before = (page - 1) * page_size
  const size = Math.max(0, Math.min(page_size, total - before))
  const about = pageNumbers(total, query)
  if (size === 0) return { data: [], ...about }

  const first = await idAt(db, list, sort === 'id' ? total - 1 - before : before)
  const steps = readOn(db, list, { first, size, sort })
  const { value: data = [] } = await steps.next()
  return data.length === size ? { data, ...about } : pageJson({ data, ...about }, steps)
}

/** The id that has so many higher ones in the list. */
async function idAt(db: Database, list: LongList, before: number): Promise<number | undefined> {
  const position = await findPosition(db, list, before)
  if (!position) return undefined
  const row = await db
    .select({ id: users.id })
    .from(users)
    .where(and(list.within, lt(users.id, position.below)))
    .orderBy(desc(users.id))
    .limit(1)
    .offset(position.skip)
    .get()
  return row?.id
}

/** The list's users from an id on, in steps: upwards, or downwards with `-id`. */
async function* readOn(
  db: Database,
  { within }: LongList,
  { first, size, sort }: { first: number | undefined; size: number; sort: Query['sort'] },
): AsyncGenerator<User[], void> {
  if (first === undefined) return
  const [isBehind, order] = sort === 'id' ? [gt, asc] : [lt, desc]
  let from = sort === 'id' ? first - 1 : first + 1
  for (let left = size; left > 0; left -= step) {
    const rows = await db
      .select()
      .from(users)
      .where(and(within, isBehind(users.id, from)))
      .orderBy(order(users.id))
      .limit(Math.min(left, step))
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
