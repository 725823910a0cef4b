import { env } from 'cloudflare:workers'
import { afterAll, expect, test, vi } from 'vitest'
import { seedMembers } from './harness/members.ts'
import { valueOf } from './harness/metrics.ts'
import { crawl, crawlAgain, pageOf, putSite, serveTheWeb } from './harness/webpages.ts'

const { organization, admin } = await seedMembers('crawled.test', { admin: 'admin' })

serveTheWeb()
afterAll(() => vi.restoreAllMocks())

/** The sizes of the files that are stored, as their rows say. */
const inRows = () =>
  env.DB.prepare("SELECT sum(size) AS size FROM files WHERE organization_id = ? AND status <> 'uploading'")
    .bind(organization.id)
    .first<number>('size')

test('crawled pages are stored bytes, as many as their latest text has', async () => {
  await putSite('stored.example', { '/': { body: pageOf('Hours', 'We open at nine.') } })
  const site = await crawl(admin, 'https://stored.example')
  const before = await valueOf(admin, 'stored_bytes')
  expect(before).toBeGreaterThan(0)
  expect(before).toBe(await inRows())

  await putSite('stored.example', { '/': { body: pageOf('Hours', 'We open at nine, and on Sundays not at all.') } })
  await crawlAgain(admin, site.id)
  expect(await valueOf(admin, 'stored_bytes')).toBe(await inRows())
  expect(await valueOf(admin, 'stored_bytes')).toBeGreaterThan(before)
})
