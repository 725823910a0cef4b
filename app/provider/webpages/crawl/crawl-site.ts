import { and, eq } from 'drizzle-orm'
import { SiteReason } from '~/contract/webpages.ts'
import { type Database, now, openDatabase, sites } from '~/provider/db/index.ts'
import { failCrawl, finishCrawl } from './finish.ts'
import { leaveHost, takeHost } from './host-pace.ts'
import { prepareCrawl } from './prepare.ts'
import { nextPage, settlePage, siteAt, type SiteRow } from './site-rows.ts'
import { visitPage } from './visit.ts'
import { rulesOf } from '~/provider/webpages/robots.ts'
import { type CrawlSettings, crawlSettings } from '~/provider/webpages/settings.ts'
import { Unfetched } from '~/provider/webpages/unfetched.ts'
import { type Job, sendJob } from '~/provider/queue/job.ts'

type CrawlJob = Extract<Job, { kind: 'crawl_site' }>

/**
 * Does one step of a crawl, and queues the next: first what the site allows and lists is read, then one page a step, until
 * none waits. A step is done by one job, whatever is delivered twice, and a host is asked one thing at a time.
 */
export async function crawlSite(env: Env, job: CrawlJob): Promise<void> {
  const db = openDatabase(env.DB)
  const site = await siteAt(db, job.site_id, job.step)
  if (!site || !isUnderWay(site)) return
  const host = new URL(site.url).host.replace(/^www\./, '')
  if (!(await takeHost(db, host))) return sendJob(env, job, 1)

  let pause = pauseOf(site)
  let after: SiteRow | undefined
  try {
    const asked = await takeStep(env, db, site)
    after = await siteAt(db, site.id, site.step)
    pause = Math.max(asked, pauseOf(after ?? site))
  } finally {
    await leaveHost(db, host, pause)
  }
  // Behind the host's release, so that the next step finds it free. Removed meanwhile, or done by another job, it ends here.
  if (after && isUnderWay(after)) await sendNext(env, db, job, pause)
}

/** @returns seconds for which the site asks to be left alone; none where it does not */
async function takeStep(env: Env, db: Database, site: SiteRow): Promise<number> {
  const settings = crawlSettings(env)
  if (site.status !== 'pending') return goOn(env, db, site, settings)
  await begin(db, site, settings)
  return 0
}

/** Seconds between two requests to the host, by its rules. */
const pauseOf = ({ robots }: SiteRow) => rulesOf(robots ?? '').delay

/** Goes on after a step that failed however often it was tried, so that one page does not end the crawl. */
export async function skipCrawlStep(env: Env, job: CrawlJob): Promise<void> {
  const db = openDatabase(env.DB)
  const site = await siteAt(db, job.site_id, job.step)
  if (!site || !isUnderWay(site)) return
  if (site.status === 'pending') return failCrawl(db, site, 'unexpected', crawlSettings(env))
  const page = await nextPage(db, site.id)
  if (page) await settlePage(db, page, { status: 'failed', status_reason: 'unexpected' })
  await sendNext(env, db, job, 1)
}

const isUnderWay = ({ status }: SiteRow) => status === 'pending' || status === 'crawling'

async function begin(db: Database, site: SiteRow, settings: CrawlSettings): Promise<void> {
  try {
    await prepareCrawl(db, site, settings)
  } catch (error) {
    if (!(error instanceof Unfetched)) throw error
    const { data: reason = 'unreachable' } = SiteReason.safeParse(error.reason)
    await failCrawl(db, site, reason, settings)
  }
}

async function goOn(env: Env, db: Database, site: SiteRow, settings: CrawlSettings): Promise<number> {
  const page = await nextPage(db, site.id)
  if (page) return visitPage(env, db, site, page, settings)
  await finishCrawl(db, site, settings)
  return 0
}

/** Of two jobs that did the same step, one goes on. */
async function sendNext(env: Env, db: Database, { site_id, step }: CrawlJob, pause: number): Promise<void> {
  const [next] = await db
    .update(sites)
    .set({ step: step + 1, active_at: now() })
    .where(and(eq(sites.id, site_id), eq(sites.step, step)))
    .returning({ step: sites.step })
  if (next) await sendJob(env, { kind: 'crawl_site', site_id, step: next.step }, Math.ceil(pause))
}
