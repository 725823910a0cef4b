import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '~/provider/db/index.ts'
import { now, sitePages, sites } from '~/provider/db/index.ts'
import type { PageReason } from '../unfetched.ts'

export type SiteRow = typeof sites.$inferSelect
export type PageRow = typeof sitePages.$inferSelect

/** Clicks from the site's address to a page, at most. */
export const deepest = 5

/** Why a page that was fetched holds no text of its own. */
type NoText = 'redirect' | 'canonical' | 'noindex' | 'duplicate' | 'empty'

/** What became of a page. */
export interface Outcome extends Partial<Pick<PageRow, 'etag' | 'last_modified' | 'content_hash'>> {
  status: Exclude<PageRow['status'], 'pending'>
  status_reason?: PageReason | NoText
}

/** Notes what became of a page; what is not named stays. */
export async function settlePage(db: Database, page: PageRow, outcome: Outcome): Promise<void> {
  await db
    .update(sitePages)
    .set({ status_reason: null, ...outcome, ...(outcome.status === 'done' && { crawled_at: now() }) })
    .where(isPage(page))
}

/** Leaves a page for later, since its site is overloaded; its reason tells the next visit that this was the first. */
export async function postponePage(db: Database, page: PageRow): Promise<void> {
  await db.update(sitePages).set({ status: 'pending', status_reason: 'busy' }).where(isPage(page))
}

export const isPage = ({ site_id, url }: Pick<PageRow, 'site_id' | 'url'>) =>
  and(eq(sitePages.site_id, site_id), eq(sitePages.url, url))

/** Adds addresses that are not known yet, as long as the site may have more. Known ones stay as they are. */
export async function addPages(db: Database, site: SiteRow, urls: string[], depth: number): Promise<void> {
  if (urls.length === 0 || depth > deepest) return
  await db.run(sql`
    INSERT INTO ${sitePages} (site_id, url, depth)
    SELECT ${site.id}, value, ${depth} FROM (SELECT DISTINCT value FROM json_each(${JSON.stringify(urls)}))
    WHERE value NOT IN (SELECT url FROM ${sitePages} WHERE site_id = ${site.id})
    LIMIT max(0, ${site.max_pages} - (SELECT count(*) FROM ${sitePages} WHERE site_id = ${site.id}))`)
}

/** The page that is next, the nearest to the site's address first. */
export const nextPage = (db: Database, siteId: number) =>
  db
    .select()
    .from(sitePages)
    .where(and(eq(sitePages.site_id, siteId), eq(sitePages.status, 'pending')))
    .orderBy(sitePages.depth, sitePages.url)
    .limit(1)
    .get()

/** A site at a step of its crawl; none where the step is over, or the site is. */
export const siteAt = (db: Database, siteId: number, step: number) =>
  db
    .select()
    .from(sites)
    .where(and(eq(sites.id, siteId), eq(sites.step, step), isNull(sites.deleted_at)))
    .get()
