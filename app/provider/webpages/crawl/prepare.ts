import { eq } from 'drizzle-orm'
import { type Database, now, sites } from '~/provider/db/index.ts'
import { fetchRobots, robotsHours, rulesOf } from '../robots.ts'
import type { CrawlSettings } from '../settings.ts'
import { readSitemaps } from '../sitemaps.ts'
import { Unfetched } from '../unfetched.ts'
import { addPages, type SiteRow } from './site-rows.ts'

/**
 * Begins a crawl: reads what the site allows and what it lists, if that has not been done within a day.
 * @throws Unfetched where the site never said what it allows
 */
export async function prepareCrawl(db: Database, site: SiteRow, settings: CrawlSettings): Promise<void> {
  await addPages(db, site, [site.url], 0)
  const robots = await robotsOf(site, settings)
  const listed = await readSitemaps(site.url, rulesOf(robots.robots), site.max_pages, settings)
  await addPages(db, site, listed, 1)
  await db
    .update(sites)
    .set({ ...robots, status: 'crawling' })
    .where(eq(sites.id, site.id))
}

/** The rules known hold for a day, and on while the site does not answer (RFC 9309, section 2.4). */
async function robotsOf({ url, robots, robots_expire_at }: SiteRow, settings: CrawlSettings) {
  if (robots !== null && robots_expire_at !== null && robots_expire_at > now()) return { robots }
  try {
    const robots_expire_at = new Date(Date.now() + robotsHours * 60 * 60_000).toISOString()
    return { robots: await fetchRobots(url, settings, 1000), robots_expire_at }
  } catch (error) {
    if (robots === null || !(error instanceof Unfetched) || error.reason === 'forbidden_address') throw error
    return { robots }
  }
}
