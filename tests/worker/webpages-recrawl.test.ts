import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { findPassages } from '~/provider/search/find-passages.ts'
import { seedMembers } from './harness/members.ts'
import {
  crawl,
  crawlAgain,
  pageOf,
  pagesOf,
  pathsOf,
  putSite,
  requestsOf,
  serveTheWeb,
  siteOf,
} from './harness/webpages.ts'

const { organization, admin, user } = await seedMembers('recrawl.test', { admin: 'admin', user: 'user' })
const found = (text: string, groupIds = [organization.groupId]) => findPassages(env, { text, groupIds, limit: 5 })

/** Sitemaps and redirects are a second apart. */
const slowly = 60_000

beforeAll(serveTheWeb)

test(
  'crawled again, a page that has not changed is not sent, and nothing of it changes',
  async () => {
    await putSite('same.example', {
      '/': {
        body: pageOf('Same', 'As ever.', '<a href="/dated">d</a><a href="/plain">p</a>'),
        headers: { etag: '"1"' },
      },
      '/dated': {
        body: pageOf('Dated', 'Dated as ever.'),
        headers: { 'last-modified': 'Wed, 21 Oct 2026 07:28:00 GMT' },
      },
      '/plain': { body: pageOf('Plain', 'Plain as ever.') },
    })
    const { id } = await crawl(admin, 'https://same.example')
    const files = () => env.DB.prepare("SELECT * FROM files WHERE url LIKE 'https://same.%' ORDER BY id").all()
    const before = await files()
    expect(await crawlAgain(admin, id)).toMatchObject({ status: 'done', pages: 3 })
    expect((await files()).results).toEqual(before.results)
    const again = (await requestsOf('same.example')).filter(({ path }) => path === '/' || path === '/dated').slice(2)
    expect(again.map(({ headers }) => headers['if-none-match'] ?? headers['if-modified-since'])).toEqual([
      '"1"',
      'Wed, 21 Oct 2026 07:28:00 GMT',
    ])
    expect((await pathsOf('same.example')).filter((path) => path === '/robots.txt')).toHaveLength(1)
  },
  slowly,
)

test(
  'a changed page is found by its new text and no longer by the old',
  async () => {
    await putSite('news.example', { '/': { body: pageOf('News', 'Zirconium is in the news.') } })
    const { id } = await crawl(admin, 'https://news.example')
    await putSite('news.example', { '/': { body: pageOf('News', 'Palladium is in the news.') } })
    await crawlAgain(admin, id)
    expect(await found('zirconium')).toEqual([])
    expect(await found('palladium')).toMatchObject([{ url: 'https://news.example/' }])
    expect(Object.keys(await pagesOf(user, 'news.example'))).toEqual(['/'])
  },
  slowly,
)

test(
  'a page that fails keeps its text and says so; missing twice it goes',
  async () => {
    const start = { body: pageOf('Start', 'The start.', '<a href="/gone">g</a>') }
    await putSite('gone.example', { '/': start, '/gone': { body: pageOf('Gone', 'Quicksilver was here.') } })
    const { id } = await crawl(admin, 'https://gone.example')
    await putSite('gone.example', { '/': start, '/gone': { status: 500 } })
    await crawlAgain(admin, id)
    expect((await pagesOf(user, 'gone.example'))['/gone']).toMatchObject({
      status: 'failed',
      status_reason: 'unreachable',
    })
    expect(await found('quicksilver')).toHaveLength(1)
    await putSite('gone.example', { '/': start })
    await crawlAgain(admin, id)
    expect((await pagesOf(user, 'gone.example'))['/gone']).toMatchObject({ status: 'failed', status_reason: 'missing' })
    await crawlAgain(admin, id)
    expect(Object.keys(await pagesOf(user, 'gone.example'))).toEqual(['/'])
    expect(await found('quicksilver')).toEqual([])
  },
  slowly,
)

test(
  'a site that is gone keeps its pages and says that it is unreachable',
  async () => {
    await putSite('down.example', { '/': { body: pageOf('Up', 'Still up, with osmium.') } })
    const { id } = await crawl(admin, 'https://down.example')
    await env.DB.prepare("UPDATE sites SET robots_expire_at = '2020' WHERE id = ?").bind(id).run()
    await putSite('down.example', { '/*': { status: 503 } })
    expect(await crawlAgain(admin, id)).toMatchObject({ status: 'failed', status_reason: 'unreachable', pages: 1 })
    expect(await found('osmium')).toHaveLength(1)
    expect((await siteOf(admin, id)).next_crawl_at).not.toBeNull()
  },
  slowly,
)
