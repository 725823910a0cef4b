import { env } from 'cloudflare:workers'
import { gzipSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { findPassages } from '~/provider/search/find-passages.ts'
import { seedMembers } from './members.ts'
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
  textOf,
} from './webpages-harness.ts'

const { organization, admin, user } = await seedMembers('crawl.test', { admin: 'admin', user: 'user' })
const found = (text: string, groupIds = [organization.groupId]) => findPassages(env.DB, { text, groupIds, limit: 5 })

/** Sitemaps and redirects are a second apart. */
const slowly = 60_000

beforeAll(serveTheWeb)

test(
  'a site is crawled by its links, its text indexed for the organisation and listed',
  async () => {
    await putSite('docs.example', {
      '/': { body: pageOf('Handbook', 'Welcome to the handbook.', '<a href="/leave?utm_source=x#top">Leave</a>') },
      '/leave': {
        body: pageOf(
          'Parental leave',
          'Parental leave lasts fourteen weeks.',
          '<a href="https://elsewhere.example/">x</a>',
        ),
      },
    })
    const site = await crawl(admin, 'https://docs.example')
    expect(site).toMatchObject({
      url: 'https://docs.example/',
      status: 'done',
      status_reason: null,
      pages: 2,
      waiting: 0,
    })
    expect(Date.parse(site.next_crawl_at!) - Date.parse(site.crawled_at!)).toBeCloseTo(24 * 60 * 60_000, -4)
    expect((await found('How long does parental leave last?'))[0]).toMatchObject({
      file_name: 'Parental leave',
      url: 'https://docs.example/leave',
      text: expect.stringContaining('fourteen weeks'),
    })
    const pages = await pagesOf(user, 'docs.example')
    expect(pages['/leave']).toMatchObject({ name: 'Parental leave', status: 'done', source_type: 'integration' })
    expect(pages['/leave']!.crawled_at).not.toBeNull()
    expect(await textOf(user, pages['/leave'])).not.toContain('Home')
    expect(await pathsOf('elsewhere.example')).toEqual([])
  },
  slowly,
)

test(
  'the crawler says who it is and brings no cookie',
  async () => {
    await putSite('who.example', { '/': { body: pageOf('Who', 'Nobody.'), headers: { 'set-cookie': 'a=b' } } })
    await crawl(admin, 'https://who.example')
    for (const { headers } of await requestsOf('who.example')) {
      expect(headers['user-agent']).toContain('RecursiveAgentPlatform/1.0')
      expect(headers.cookie).toBeUndefined()
    }
  },
  slowly,
)

test(
  'robots.txt is obeyed: what it forbids is never asked for',
  async () => {
    await putSite('robots.example', {
      '/robots.txt': {
        body: 'User-agent: RecursiveAgentPlatform\nDisallow: /private\nAllow: /private/open\n\nUser-agent: *\nDisallow: /',
      },
      '/': { body: pageOf('Open', 'Open to all.', '<a href="/private/a">a</a><a href="/private/open">b</a>') },
      '/private/a': { body: pageOf('Secret', 'Nobody may read this.') },
      '/private/open': { body: pageOf('Exception', 'This may be read.') },
    })
    expect(await crawl(admin, 'https://robots.example')).toMatchObject({ status: 'done', pages: 2 })
    expect(await pathsOf('robots.example')).not.toContain('/private/a')
  },
  slowly,
)

test.each([
  ['disallowed', { body: 'User-agent: *\nDisallow: /' }],
  ['unreachable', { status: 503 }],
])(
  'a site whose robots.txt means %s is not crawled and says so',
  async (reason, robots) => {
    const host = `${reason}.example`
    await putSite(host, { '/robots.txt': robots, '/': { body: pageOf('Closed', 'Closed.') } })
    expect(await crawl(admin, `https://${host}`)).toMatchObject({ status: 'failed', status_reason: reason, waiting: 0 })
    expect(await pathsOf(host)).not.toContain('/')
  },
  slowly,
)

test(
  'pages of sitemaps are found, also compressed ones behind an index',
  async () => {
    const sitemap =
      '<?xml version="1.0"?><urlset><url><loc>https://map.example/hidden</loc></url><url><loc>https://other.example/x</loc></url></urlset>'
    await putSite('map.example', {
      '/robots.txt': { body: 'Sitemap: https://map.example/index.xml' },
      '/index.xml': {
        body: '<sitemapindex><sitemap><loc>https://map.example/pages.xml.gz</loc></sitemap></sitemapindex>',
      },
      '/pages.xml.gz': { base64: Buffer.from(gzipSync(sitemap)).toString('base64') },
      '/': { body: pageOf('Map', 'Nothing leads to the other one.') },
      '/hidden': { body: pageOf('Hidden', 'Only the sitemap knows.') },
    })
    expect(await crawl(admin, 'https://map.example')).toMatchObject({ status: 'done', pages: 2 })
    expect(await pathsOf('other.example')).toEqual([])
  },
  slowly,
)

test(
  'a Shift_JIS page that only its meta names is read, and found in Japanese',
  async () => {
    // 有給休暇は年に二十日です。
    const sentence = [
      0x97, 0x4c, 0x8b, 0x8b, 0x8b, 0x78, 0x89, 0xc9, 0x82, 0xcd, 0x94, 0x4e, 0x82, 0xc9, 0x93, 0xf1, 0x8f, 0x5c, 0x93,
      0xfa, 0x82, 0xc5, 0x82, 0xb7, 0x81, 0x42,
    ]
    const html = Buffer.concat([
      Buffer.from('<html><head><meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><title>'),
      Buffer.from(sentence.slice(0, 8)),
      Buffer.from('</title></head><body><p>'),
      ...Array.from({ length: 20 }, () => Buffer.from(sentence)),
      Buffer.from('</p></body></html>'),
    ])
    await putSite('sjis.example', {
      '/': { base64: html.toString('base64'), headers: { 'content-type': 'text/html' } },
    })
    await crawl(admin, 'https://sjis.example')
    expect((await pagesOf(user, 'sjis.example'))['/']).toMatchObject({ name: '有給休暇', status: 'done' })
    expect(await found('有給休暇は何日ですか')).toMatchObject([{ url: 'https://sjis.example/' }])
  },
  slowly,
)

test(
  'a PDF on a site is read like any other',
  async () => {
    const document = await PDFDocument.create()
    document
      .addPage()
      .drawText('The canteen opens at eleven.', { font: await document.embedFont(StandardFonts.Helvetica) })
    await putSite('pdf.example', {
      '/': { body: pageOf('With a PDF', 'See below.', '<a href="/canteen.pdf">PDF</a>') },
      '/canteen.pdf': { base64: await document.saveAsBase64(), headers: { 'content-type': 'application/pdf' } },
    })
    expect(await crawl(admin, 'https://pdf.example')).toMatchObject({ pages: 2 })
    expect(await found('canteen eleven')).toMatchObject([{ url: 'https://pdf.example/canteen.pdf' }])
  },
  slowly,
)

test(
  'noindex is not kept, nofollow not followed, and canonical addresses are one page',
  async () => {
    await putSite('meta.example', {
      '/': {
        body: pageOf(
          'Meta',
          'The start.',
          '<a href="/no">1</a><a rel="nofollow" href="/not-followed">2</a><a href="/copy">3</a><a href="/tag">4</a>',
        ),
      },
      '/no': {
        body: `<head><meta name="robots" content="noindex, nofollow"></head>${pageOf('No', 'Not to be found.', '<a href="/beyond">5</a>')}`,
      },
      '/copy': { body: `<link rel="canonical" href="/original">${pageOf('Copy', 'The copy.')}` },
      '/original': { body: pageOf('Original', 'The original.') },
      '/tag': { body: pageOf('Tag', 'By header.'), headers: { 'x-robots-tag': 'otherbot: nofollow, noindex' } },
      '/not-followed': { body: pageOf('X', 'x') },
      '/beyond': { body: pageOf('Y', 'y') },
    })
    await crawl(admin, 'https://meta.example')
    expect(Object.keys(await pagesOf(user, 'meta.example')).toSorted()).toEqual(['/', '/original', '/tag'])
    const paths = await pathsOf('meta.example')
    expect(paths).not.toContain('/not-followed')
    expect(paths).not.toContain('/beyond')
  },
  slowly,
)

test(
  'redirects within the site lead to one page; those that leave it are not followed',
  async () => {
    await putSite('www.moved.example', {
      '/': { body: pageOf('Moved', 'Here now.', '<a href="/out">1</a><a href="/inside">2</a>') },
      '/out': { status: 302, headers: { location: 'https://elsewhere.example/' } },
      '/inside': { status: 302, headers: { location: 'http://127.0.0.1/admin' } },
    })
    await putSite('moved.example', { '/': { status: 301, headers: { location: 'https://www.moved.example/' } } })
    await putSite('elsewhere.example', { '/': { body: pageOf('Elsewhere', 'Elsewhere.') } })
    await putSite('127.0.0.1', { '/admin': { body: pageOf('Admin', 'Admin.') } })
    expect(await crawl(admin, 'https://moved.example')).toMatchObject({ status: 'done', pages: 1, waiting: 0 })
    expect(Object.keys(await pagesOf(user, 'www.moved.example'))).toEqual(['/'])
    expect(await pathsOf('elsewhere.example')).toEqual([])
    expect(await pathsOf('127.0.0.1')).toEqual([])
  },
  slowly,
)

test(
  'a calendar without end ends at the depth and the pages that are allowed',
  async () => {
    await putSite('trap.example', {
      '/': { body: pageOf('Trap', 'Come in.', '<a href="/calendar/1">1</a>') },
      '/calendar/*': { body: pageOf('Day {next}', 'Day {next}.', '<a href="/calendar/{next}">next</a>') },
    })
    expect(await crawl(admin, 'https://trap.example')).toMatchObject({ status: 'done', pages: 6 })
    await putSite('wide.example', {
      '/*': {
        body: pageOf(
          'Wide {next}',
          'Wide {next}.',
          Array.from({ length: 40 }, (_, i) => `<a href="/${i}">${i}</a>`).join(''),
        ),
      },
      '/robots.txt': { status: 404 },
      '/sitemap.xml': { status: 404 },
    })
    const { waiting } = await crawl(admin, 'https://wide.example', 5)
    expect(waiting).toBe(0)
    expect((await pathsOf('wide.example')).filter((path) => !path.includes('.'))).toHaveLength(5)
  },
  slowly,
)

test(
  'one text under many addresses is kept once',
  async () => {
    await putSite('twins.example', {
      '/*': { body: pageOf('Twins', 'The same.', '<a href="/?sort=a">a</a><a href="/?sort=b">b</a>') },
      '/robots.txt': { status: 404 },
      '/sitemap.xml': { status: 404 },
    })
    expect(await crawl(admin, 'https://twins.example')).toMatchObject({ status: 'done', pages: 1 })
  },
  slowly,
)

test(
  'bodies that never end, stall or are no text cost a bounded time and leave the others alone',
  async () => {
    await putSite('slow.example', {
      '/': {
        body: pageOf(
          'Slow',
          'Patience.',
          '<a href="/endless">1</a><a href="/stalls">2</a><a href="/binary">3</a><a href="/fine">4</a>',
        ),
      },
      '/endless': { body: '<p>and so on</p>'.repeat(1000), ends: 'never' },
      '/stalls': { body: 'x', ends: 'stalls' },
      '/binary': { body: 'MZ', headers: { 'content-type': 'application/octet-stream' } },
      '/fine': { body: pageOf('Fine', 'All is well.') },
    })
    expect(await crawl(admin, 'https://slow.example')).toMatchObject({ status: 'done', pages: 2 })
    const { results } = await env.DB.prepare(
      "SELECT url, status_reason FROM site_pages WHERE status = 'failed' AND url LIKE 'https://slow.%' ORDER BY url",
    ).all()
    expect(results).toEqual([
      { url: 'https://slow.example/binary', status_reason: 'unsupported' },
      { url: 'https://slow.example/endless', status_reason: 'too_large' },
      { url: 'https://slow.example/stalls', status_reason: 'unreachable' },
    ])
  },
  slowly,
)

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
