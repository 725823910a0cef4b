import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import { type Database, users } from '~/provider/db/index.ts'
import { comparableEmail } from '~/contract/email.ts'

/** What the trigram index needs to find anything. */
const shortestPart = 3

/** Matches that are counted and listed at most: who looks for one address narrows the search before the hundredth page. */
export const mostMatches = 10_000

/** Matches, in all organisations together, up to which each is looked at. */
const fewMatches = 2000

/**
 * The ids of an organisation's users whose address contains a text, as queries: by the trigram index. Less than three
 * characters are looked for at the beginning of addresses alone, by the index that keeps them unique.
 */
export interface Match {
  /** `SELECT id` of the first {@link mostMatches} and one more, in any order. */
  some: SQL
  /** `SELECT id` of a page of the matches by their ids; of no more than {@link mostMatches}. */
  page: (page: { rising: boolean; limit: number; offset: number }) => SQL
  /** `SELECT id` of so many matches in `order`, behind a user where one is given. */
  behind: (limit: number, last?: { id: number; email: string }) => SQL
  order: SQL
}

/** The match of a text, by the way that finds it soonest. The case of ASCII letters makes no difference. */
export async function matchOf(db: Database, organizationId: number, email: string): Promise<Match> {
  const part = comparableEmail(email).replaceAll('\0', '')
  if ([...part].length < shortestPart) return beginsWith(organizationId, part)
  return (await areFew(db, part)) ? containsRarely(organizationId, part) : containsOften(organizationId, part)
}

/** Whether so few users of all organisations match that each can be looked at. */
async function areFew(db: Database, part: string): Promise<boolean> {
  const some = sql`SELECT 1 FROM users_index WHERE users_index MATCH ${inEmail(part)} LIMIT ${fewMatches + 1}`
  const [counted] = await db.select({ found: sql<number>`count(*)` }).from(sql`(${some})`)
  return (counted?.found ?? 0) <= fewMatches
}

/** Looks at the user of each match: an index that has a million of an organisation is slow to say whose a few are. */
const containsRarely = (organizationId: number, part: string) =>
  byId(
    sql`SELECT users_index.rowid AS id FROM users_index CROSS JOIN ${users} ON ${users.id} = users_index.rowid
        WHERE users_index MATCH ${inEmail(part)} AND ${users.organization_id} = ${organizationId}`,
  )

/** Has the index say both, so that another organisation's matches are passed over. */
const containsOften = (organizationId: number, part: string) =>
  byId(
    sql`SELECT users_index.rowid AS id FROM users_index
        WHERE users_index MATCH ${`organization : ${phrase(tokenOf(organizationId))} AND ${inEmail(part)}`}`,
  )

/** The index has its rows by their ids, so that a page is read no further than to its end. */
const byId = (matching: SQL): Match => ({
  some: sql`${matching} LIMIT ${mostMatches + 1}`,
  page: ({ rising, limit, offset }) =>
    sql`${matching} ORDER BY users_index.rowid ${direction(rising)} LIMIT ${withinBound(limit, offset)} OFFSET ${offset}`,
  behind: (limit, last) =>
    sql`${matching} ${last ? sql`AND users_index.rowid < ${last.id}` : sql``} ORDER BY users_index.rowid DESC LIMIT ${limit}`,
  order: desc(users.id),
})

/** This index has them by their addresses: the first ones of those are put in order by their ids. */
function beginsWith(organizationId: number, part: string): Match {
  // The bound is behind everything that begins so.
  const wanted = and(
    eq(users.organization_id, organizationId),
    gte(users.email, part),
    lt(users.email, `${part}\u{10ffff}`),
  )
  const matching = (limit: number, last?: { email: string }) => sql`
    SELECT id FROM ${users} WHERE ${and(wanted, last && gt(users.email, last.email))}
    ORDER BY ${users.email} LIMIT ${limit}`
  return {
    some: matching(mostMatches + 1),
    page: ({ rising, limit, offset }) =>
      sql`SELECT id FROM (${matching(mostMatches)}) ORDER BY id ${direction(rising)} LIMIT ${limit} OFFSET ${offset}`,
    behind: matching,
    order: asc(users.email),
  }
}

const direction = (rising: boolean) => (rising ? sql`ASC` : sql`DESC`)
const withinBound = (limit: number, offset: number) => Math.max(0, Math.min(limit, mostMatches - offset))

const inEmail = (part: string) => `email : ${phrase(part)}`

/** A text as a phrase of FTS5, in which nothing has a meaning of its own. */
const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The organisation's token in the index, as the migration writes it. */
const tokenOf = (id: number) =>
  String.fromCharCode(
    0xe000 + Math.floor(id / 36_000_000),
    0xe000 + (Math.floor(id / 6000) % 6000),
    0xe000 + (id % 6000),
  )
