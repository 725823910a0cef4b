import { env } from 'cloudflare:workers'
import { gzipSync } from 'node:zlib'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { findPassages } from '~/provider/search/find-passages.ts'
import { seedMembers } from './harness/members.ts'
import { crawl, pageOf, pagesOf, pathsOf, putSite, requestsOf, serveTheWeb, textOf } from './harness/webpages.ts'

const { organization, admin, user } = await seedMembers('crawl.test', { admin: 'admin', user: 'user' })
const found = (text: string, groupIds = [organization.groupId]) => findPassages(env, { text, groupIds, limit: 5 })

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
