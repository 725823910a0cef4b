import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { deliver } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { addSite, pageOf, pagesOf, pathsOf, putSite, serveTheWeb, siteOf } from './harness/webpages.ts'

const { admin, user } = await seedMembers('busy.test', { admin: 'admin', user: 'user' })

beforeAll(serveTheWeb)

/** Crawls step by step, as if pauses were over; `afterPause` is told of each longer one, in seconds. */
async function crawlSlowly(host: string, afterPause: (pause: number) => Promise<unknown>) {
  const jobs: { job: unknown; delay: number }[] = []
  const send = async (job: unknown, { delaySeconds = 0 }: QueueSendOptions = {}) => {
    jobs.push({ job, delay: delaySeconds })
  }
  const variables = {
    JOBS: { send } as unknown as Queue,
    DNS_RESOLVER_URL: `${env.TEST_SITES_URL}/_/dns-query`,
  } as Partial<Env>
  const { id } = await addSite(admin, `https://${host}`, variables)
  for (let next = jobs.shift(); next; next = jobs.shift()) {
    if (next.delay > 1) await afterPause(next.delay)
    await env.DB.prepare('DELETE FROM crawled_hosts').run()
    expect(await deliver(next.job, { variables })).toMatchObject({ acknowledged: true, retried: false })
  }
  return id
}

const start = { body: pageOf('Start', 'The start.', '<a href="/busy">b</a>') }
const busy = (seconds: number) => ({ status: 429, headers: { 'retry-after': String(seconds) } })

test('a page whose site is overloaded is fetched when the time that it asked for is over', async () => {
  await putSite('busy.example', { '/': start, '/busy': busy(30) })
  const pauses: number[] = []
  const id = await crawlSlowly('busy.example', async (pause) => {
    pauses.push(pause)
    const free = await env.DB.prepare("SELECT free_at FROM crawled_hosts WHERE host = 'busy.example'").first('free_at')
    expect(Date.parse(free as string) - Date.now()).toBeGreaterThan(25_000)
    await putSite('busy.example', { '/': start, '/busy': { body: pageOf('Busy', 'At last, vanadium.') } })
  })
  expect(pauses).toEqual([30])
  expect((await pagesOf(user, 'busy.example'))['/busy']).toMatchObject({ name: 'Busy' })
  expect(await siteOf(admin, id)).toMatchObject({ status: 'done', pages: 2 })
})

test('one that stays so is tried twice, and the crawl goes on without it', async () => {
  const withNext = { body: pageOf('Start', 'The start.', '<a href="/busy">b</a><a href="/next">n</a>') }
  await putSite('busier.example', {
    '/': withNext,
    '/busy': busy(86_400),
    '/next': { body: pageOf('Next', 'Cobalt.') },
  })
  const pauses: number[] = []
  const id = await crawlSlowly('busier.example', async (pause) => pauses.push(pause))
  expect(pauses).toEqual([120, 120])
  expect((await pathsOf('busier.example')).filter((path) => path === '/busy')).toHaveLength(2)
  expect(Object.keys(await pagesOf(user, 'busier.example')).toSorted()).toEqual(['/', '/next'])
  expect(await siteOf(admin, id)).toMatchObject({ status: 'done', pages: 2 })
})
