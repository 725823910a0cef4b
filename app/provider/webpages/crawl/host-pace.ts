import { lte, sql } from 'drizzle-orm'
import { crawledHosts, type Database } from '~/provider/db/index.ts'

/** A host is held so long by a crawl that died: longer than one step can take. */
const lease = 5 * 60_000

/**
 * Takes the turn at a host, so that all crawls together ask it one thing at a time.
 * @returns whether it was free
 */
export async function takeHost(db: Database, host: string): Promise<boolean> {
  const taken = await db
    .insert(crawledHosts)
    .values({ host, free_at: at(lease) })
    .onConflictDoUpdate({
      target: crawledHosts.host,
      set: { free_at: sql`excluded.free_at` },
      setWhere: lte(crawledHosts.free_at, at(0)),
    })
    .returning()
  return taken.length > 0
}

/** Leaves a host alone for this many seconds. */
export async function leaveHost(db: Database, host: string, seconds: number): Promise<void> {
  await db
    .insert(crawledHosts)
    .values({ host, free_at: at(seconds * 1000) })
    .onConflictDoUpdate({ target: crawledHosts.host, set: { free_at: sql`excluded.free_at` } })
}

/** Forgets hosts that nobody has asked for an hour. */
export const forgetHosts = (db: Database) => db.delete(crawledHosts).where(lte(crawledHosts.free_at, at(-60 * 60_000)))

const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
