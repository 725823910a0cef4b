import { and, desc, eq, inArray } from 'drizzle-orm'
import { audits, type Database, organizations } from '~/provider/db/index.ts'
import { dayIn } from '~/provider/time/buckets.ts'
import { firstHash, hashedColumns, hashOf, type Link, type NewLink } from './link.ts'

/** The last row of a chain, and the time zone in which its organisation's days begin. */
export interface Head {
  seq: number
  hash: string
  created_at: string
  timeZone: string
}

/** The head of an organisation's chain, and the ids of those rows that are in it already, by their source. */
export async function readHead(
  db: Database,
  organizationId: number,
  sources: string[],
): Promise<{ head: Head; known: Map<string, number> }> {
  const [[organization], [last], rows] = await db.batch([
    db.select({ timeZone: organizations.time_zone }).from(organizations).where(eq(organizations.id, organizationId)),
    db
      .select({ seq: audits.seq, hash: audits.hash, created_at: audits.created_at })
      .from(audits)
      .where(eq(audits.organization_id, organizationId))
      .orderBy(desc(audits.seq))
      .limit(1),
    db
      .select({ id: audits.id, source: audits.source })
      .from(audits)
      .where(and(eq(audits.organization_id, organizationId), inArray(audits.source, sources))),
  ])
  if (!organization) throw new Error('the organisation is gone')
  const none = { seq: 0, hash: firstHash, created_at: '' }
  return {
    head: { ...none, ...last, timeZone: organization.timeZone },
    known: new Map(rows.map(({ id, source }) => [source, id])),
  }
}

/** Rows as links behind a head. Their time never goes back behind the head's, whatever the machines' clocks say. */
export async function linked(rows: NewLink[], head: Head): Promise<Link[]> {
  const links: Link[] = []
  let { seq, hash, created_at } = head
  for (const row of rows) {
    const now = new Date().toISOString()
    if (now > created_at) created_at = now
    const day = dayIn(head.timeZone, new Date(created_at))
    const link = { ...storable(row), seq: ++seq, created_at, day, previous_hash: hash }
    hash = await hashOf(link)
    links.push({ ...link, hash })
  }
  return links
}

/** Texts as the database will give them back: UTF-8 has no lone surrogates. */
const storable = (row: NewLink): NewLink =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'string' ? value.toWellFormed() : value]),
  ) as unknown as NewLink

const columns = [...hashedColumns, 'hash'] as const
const insertion = `
  INSERT INTO audits (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING id`

/** Writes links, all or none, and gives their ids. Fails when another has taken their place or stored their source. */
export async function insertLinks(d1: D1Database, links: Link[]): Promise<number[]> {
  const insert = d1.prepare(insertion)
  const results = await d1.batch<{ id: number }>(
    links.map((link) => insert.bind(...columns.map((column) => link[column]))),
  )
  return results.map(({ results: [row] }) => row!.id)
}
