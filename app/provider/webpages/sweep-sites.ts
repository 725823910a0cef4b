import { and, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { type Database, now, openDatabase, sites } from '~/provider/db/index.ts'
import { log } from '~/provider/log/log.ts'
import { sendJob } from '~/provider/queue/job.ts'
import { forgetHosts } from './crawl/host-pace.ts'
import { startCrawl } from './crawl/start.ts'

/** A crawl without a sign of life for this long has lost its job. */
const timeoutMs = 30 * 60_000
/** Sites of one run; the next run takes the rest. */
const maxPerRun = 100

/**
 * Starts the crawls that are due and takes up those whose job was lost. Safe to repeat: a job for a step that is done does
 * nothing. A site that cannot be settled is logged and holds up no other.
 */
export async function sweepSites(env: Env): Promise<void> {
  const db = openDatabase(env.DB)
  await each(await due(db), ({ id }) => startCrawl(env, db, id))
  await each(await left(db), ({ id, step, deleted_at }) =>
    sendJob(
      env,
      deleted_at === null ? { kind: 'crawl_site', site_id: id, step } : { kind: 'delete_site', site_id: id },
    ),
  )
  await forgetHosts(db)
}

const due = (db: Database) =>
  db
    .select()
    .from(sites)
    .where(and(lte(sites.next_crawl_at, now()), inArray(sites.status, ['done', 'failed']), isNull(sites.deleted_at)))
    .orderBy(sites.next_crawl_at)
    .limit(maxPerRun)

const left = (db: Database) =>
  db
    .select()
    .from(sites)
    .where(
      and(
        lte(sites.active_at, new Date(Date.now() - timeoutMs).toISOString()),
        or(inArray(sites.status, ['pending', 'crawling']), isNotNull(sites.deleted_at)),
      ),
    )
    .orderBy(sites.active_at)
    .limit(maxPerRun)

async function each<Site extends { id: number }>(found: Site[], settle: (site: Site) => Promise<void>): Promise<void> {
  for (const site of found) {
    try {
      await settle(site)
    } catch (error) {
      log.error('site_not_swept', { site_id: site.id, cause: error })
    }
  }
}
