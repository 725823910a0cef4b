import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { type Database, now, sitePages, sites } from '~/provider/db/index.ts'
import { queueForSite } from '../queue-for-site.ts'

/**
 * Has a site crawled, again if it has been: all its pages wait to be fetched. A crawl under way goes on as it is. One
 * transaction.
 */
export async function startCrawl(env: Env, db: Database, siteId: number): Promise<void> {
  const idle = and(eq(sites.id, siteId), inArray(sites.status, ['done', 'failed']), isNull(sites.deleted_at))
  const isIdle = sql`EXISTS (SELECT 1 FROM ${sites} WHERE ${idle})`
  const ofSite = and(eq(sitePages.site_id, siteId), isIdle)
  const [, , [started]] = await db.batch([
    // The address that the site was given stays, whatever became of it.
    db.delete(sitePages).where(and(ofSite, eq(sitePages.status, 'gone'), gt(sitePages.depth, 0))),
    db.update(sitePages).set({ status: 'pending' }).where(ofSite),
    db
      .update(sites)
      .set({ status: 'pending', status_reason: null, step: sql`${sites.step} + 1`, active_at: now() })
      .where(idle)
      .returning({ step: sites.step }),
  ])
  if (started) await queueForSite(env, { kind: 'crawl_site', site_id: siteId, step: started.step })
}
