import type { Database } from '~/provider/db/index.ts'
import { log } from '~/provider/log/log.ts'
import { type Fetched, fetchDocument, RedirectedAway } from '../fetch-document.ts'
import { isSameSite } from '../page-address.ts'
import { isReadable, readPage } from '../read-page.ts'
import { retryAfter } from '../retry-after.ts'
import { type SiteRules, rulesOf } from '../robots.ts'
import type { CrawlSettings } from '../settings.ts'
import { Unfetched } from '../unfetched.ts'
import { addPages, isPage, type Outcome, type PageRow, postponePage, settlePage, type SiteRow } from './site-rows.ts'
import { dropText, hasTwin, processPending, storeText } from './store-text.ts'
import { sitePages } from '~/provider/db/index.ts'

interface Visit {
  env: Env
  db: Database
  site: SiteRow
  rules: SiteRules
  settings: CrawlSettings
}

/**
 * Fetches one page of a site, keeps its text if it is new, and notes where it leads. A page that cannot be had keeps the
 * text it had. One whose site is overloaded is tried once more. Safe to repeat: until the end the page is one that waits.
 * @returns seconds for which the site asks to be left alone; none where it does not
 */
export async function visitPage(
  env: Env,
  db: Database,
  site: SiteRow,
  page: PageRow,
  settings: CrawlSettings,
): Promise<number> {
  const visit: Visit = { env, db, site, rules: rulesOf(site.robots ?? ''), settings }
  try {
    await follow(visit, page)
    return 0
  } catch (error) {
    if (!(error instanceof Unfetched)) throw error
    const { retryAfter: pause = 0 } = error
    if (pause > 0 && page.status_reason !== 'busy') {
      await postponePage(db, page)
      return pause
    }
    await settlePage(db, page, { status: 'failed', status_reason: error.reason })
    log.info('page_not_fetched', { site_id: site.id, reason: error.reason, cause: error.cause })
    return pause
  }
}

async function follow(visit: Visit, page: PageRow): Promise<void> {
  if (!visit.rules.allows(page.url)) {
    return settlePage(visit.db, page, { status: 'disallowed', status_reason: 'disallowed' })
  }
  const fetched = await fetchPage(visit, page)
  if (fetched === undefined) return withoutText(visit, page, 'redirect')
  if (fetched.url === page.url) return digest(visit, page, fetched)

  await withoutText(visit, page, 'redirect')
  await addPages(visit.db, visit.site, [fetched.url], page.depth)
  const target = await visit.db
    .select()
    .from(sitePages)
    .where(isPage({ site_id: page.site_id, url: fetched.url }))
    .get()
  if (target?.status === 'pending') await digest(visit, target, fetched)
}

/** @returns undefined for a page that leads away from the site */
async function fetchPage({ rules, settings }: Visit, page: PageRow): Promise<Fetched | undefined> {
  try {
    return await fetchDocument(page.url, {
      settings,
      headers: page.file_id === null ? {} : conditionsOf(page),
      pause: rules.delay * 1000,
      mayFollow: (url) => isSameSite(url, page.url) && rules.allows(url),
      mayRead: (headers) => isReadable(headers),
    })
  } catch (error) {
    if (error instanceof RedirectedAway) return undefined
    throw error
  }
}

const conditionsOf = ({ etag, last_modified }: PageRow) => ({
  ...(etag !== null && { 'if-none-match': etag }),
  ...(last_modified !== null && { 'if-modified-since': last_modified }),
})

async function digest(visit: Visit, page: PageRow, fetched: Fetched): Promise<void> {
  const { db, env, site, rules } = visit
  if (fetched.status === 304) return settlePage(db, page, { status: 'done' })
  if (fetched.status === 404 || fetched.status === 410) return missing(visit, page)
  if (fetched.status !== 200) throw new Unfetched('unreachable', { retryAfter: retryAfter(fetched) })

  const read = await readPage(env, fetched)
  const onSite = (urls: string[]) => rules.allowedOf(urls.filter((url) => isSameSite(url, site.url)))
  await addPages(db, site, onSite(read.links), page.depth + 1)
  const [canonical] = onSite(read.canonical === undefined ? [] : [read.canonical])
  if (canonical !== undefined && canonical !== page.url) {
    await addPages(db, site, [canonical], page.depth)
    return withoutText(visit, page, 'canonical')
  }
  if (read.noindex) return withoutText(visit, page, 'noindex')
  if (!read.content) return withoutText(visit, page, 'empty')

  const validators = {
    etag: fetched.headers.get('etag'),
    last_modified: fetched.headers.get('last-modified'),
    content_hash: read.content.hash,
  }
  if (page.file_id !== null && page.content_hash === read.content.hash) {
    await processPending(env, db, page.file_id)
    return settlePage(db, page, { status: 'done', ...validators })
  }
  if (await hasTwin(db, page, read.content.hash)) return withoutText(visit, page, 'duplicate')
  await storeText(env, db, site, page, read.content)
  await settlePage(db, page, { status: 'done', ...validators })
}

/** A page that is missing twice is gone; once may be a mistake of the site's. */
async function missing({ env, db }: Visit, page: PageRow): Promise<void> {
  if (page.status_reason !== 'missing') {
    return settlePage(db, page, { status: 'failed', status_reason: 'missing' })
  }
  await dropText(env, db, page)
  await settlePage(db, page, { status: 'gone', status_reason: 'missing' })
}

/** A page with no text of its own that is to be found; what it had before goes. */
async function withoutText({ env, db }: Visit, page: PageRow, status_reason: Outcome['status_reason']): Promise<void> {
  await dropText(env, db, page)
  await settlePage(db, page, { status: 'done', status_reason: status_reason!, etag: null, last_modified: null })
}
