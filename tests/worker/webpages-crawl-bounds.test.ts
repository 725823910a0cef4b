import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { seedMembers } from './harness/members.ts'
import { crawl, pageOf, pathsOf, putSite, serveTheWeb } from './harness/webpages.ts'

const { admin } = await seedMembers('bounds.test', { admin: 'admin', user: 'user' })

/** Sitemaps and redirects are a second apart. */
const slowly = 60_000

beforeAll(serveTheWeb)

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
  'bodies that never end, inflate, stall or are no text cost a bounded time and leave the others alone',
  async () => {
    await putSite('slow.example', {
      '/': {
        body: pageOf(
          'Slow',
          'Patience.',
          '<a href="/endless">1</a><a href="/stalls">2</a><a href="/binary">3</a><a href="/noise">4</a><a href="/fine">5</a><a href="/bomb">6</a>',
        ),
      },
      '/endless': { body: '<p>and so on</p>'.repeat(1000), ends: 'never' },
      '/stalls': { body: 'x', ends: 'stalls' },
      '/binary': { body: 'MZ', headers: { 'content-type': 'application/octet-stream' } },
      '/noise': { body: `MZ${'\0'.repeat(64)}`, headers: { 'content-type': 'text/plain' } },
      // Some kilobytes that inflate to as many megabytes, again and again.
      '/bomb': {
        body: '<p>and so on</p>'.repeat(400_000),
        headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
        gzip: true,
        ends: 'never',
      },
      '/fine': { body: pageOf('Fine', 'All is well.') },
    })
    expect(await crawl(admin, 'https://slow.example')).toMatchObject({ status: 'done', pages: 2 })
    const { results } = await env.DB.prepare(
      "SELECT url, status_reason FROM site_pages WHERE status = 'failed' AND url LIKE 'https://slow.%' ORDER BY url",
    ).all()
    expect(results).toEqual([
      { url: 'https://slow.example/binary', status_reason: 'unsupported' },
      { url: 'https://slow.example/bomb', status_reason: 'too_large' },
      { url: 'https://slow.example/endless', status_reason: 'too_large' },
      { url: 'https://slow.example/noise', status_reason: 'unsupported' },
      { url: 'https://slow.example/stalls', status_reason: 'unreachable' },
    ])
  },
  slowly,
)
