import { and, count, eq } from 'drizzle-orm'
import { SiteReason } from '~/contract/webpages.ts'
import { type Database, now, sitePages, sites } from '~/provider/db/index.ts'
import { log } from '~/provider/log/log.ts'
import type { CrawlSettings } from '../settings.ts'
import { isPage, type SiteRow } from './site-rows.ts'

/** Ends a crawl: the site is done, or failed with what became of its own address. The next one is due in its time. */
export async function finishCrawl(db: Database, site: SiteRow, settings: CrawlSettings): Promise<void> {
  const [[root], [texts]] = await db.batch([
    db
      .select()
      .from(sitePages)
      .where(isPage({ site_id: site.id, url: site.url })),
    // COUNT of a column leaves out the pages without a text.
    db
      .select({ kept: count(sitePages.file_id) })
      .from(sitePages)
      .where(eq(sitePages.site_id, site.id)),
  ])
  const failed = root?.status === 'failed' || root?.status === 'disallowed' || root?.status === 'gone'
  const { data: known = 'unreachable' } = SiteReason.safeParse(root?.status_reason)
  const reason = failed ? known : texts?.kept === 0 ? 'no_pages' : null
  await close(db, site, reason, settings)
}

/** Gives a crawl up before any page could be fetched. What was kept stays, and says why it is old. */
export async function failCrawl(
  db: Database,
  site: SiteRow,
  reason: SiteReason,
  settings: CrawlSettings,
): Promise<void> {
  await db
    .update(sitePages)
    .set({ status: 'failed', status_reason: reason })
    .where(and(eq(sitePages.site_id, site.id), eq(sitePages.status, 'pending')))
  await close(db, site, reason, settings)
}

async function close(db: Database, site: SiteRow, status_reason: SiteReason | null, { recrawlHours }: CrawlSettings) {
  const next_crawl_at = new Date(Date.now() + recrawlHours * 60 * 60_000).toISOString()
  const status = status_reason === null ? 'done' : 'failed'
  await db
    .update(sites)
    .set({ status, status_reason, next_crawl_at, crawled_at: now(), active_at: now() })
    .where(and(eq(sites.id, site.id), eq(sites.step, site.step)))
  log.info('site_crawled', { site_id: site.id, status, status_reason })
}
