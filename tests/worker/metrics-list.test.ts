import { afterEach, expect, test, vi } from 'vitest'
import type { Metric } from '~/contract/metrics.ts'
import type { Paged } from '~/contract/shared.ts'
import { execute } from './harness/audits.ts'
import { answered } from './harness/asking.ts'
import { signedIn } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { metricsOf, setQuota, setTimeZone, valuesOf } from './harness/metrics.ts'

const { organization, admin } = await seedMembers('metrics.test', { admin: 'admin' })

const seed = (metric: string, bucket: string, value: number, organizationId = organization.id) =>
  execute(
    organizationId,
    'INSERT INTO metrics VALUES (?, ?, ?, ?)',
    metric,
    { 10: 'day', 7: 'month', 4: 'year' }[bucket.length]!,
    bucket,
    value,
  )

const described = ({ name, time_bucket_id, value, quota }: Metric) => [name, time_bucket_id, value, quota]

afterEach(() => vi.useRealTimers())

test('a month comes before its days, the latest first, each with its quota or none', async () => {
  await seed('questions', '2025', 12)
  await seed('questions', '2025-02', 12)
  await seed('questions', '2025-02-03', 4)
  await seed('questions', '2025-02-28', 8)
  await seed('input_tokens', '2025-02', 900)
  await seed('questions', '2025-03', 1)
  await setQuota(admin, 'questions', 100)
  expect((await metricsOf(admin, 'time_bucket_id=2025-02')).map(described)).toEqual([
    ['input_tokens', '2025-02', 900, null],
    ['questions', '2025-02', 12, 100],
    ['questions', '2025-02-28', 8, null],
    ['questions', '2025-02-03', 4, null],
  ])
  expect((await metricsOf(admin, 'time_bucket_id=2025')).map(({ time_bucket_id: id }) => id)).toEqual([
    '2025-03',
    '2025-02',
    '2025-02',
    '2025-02-28',
    '2025-02-03',
    '2025',
  ])
})

test('the year of a month comes before it where it is asked for, and beside its quota', async () => {
  await setQuota(admin, 'questions', 5000, 'year')
  const rows = (await metricsOf(admin, 'time_bucket_id=2025-03&with_year=true')).map(described)
  expect(rows[0]).toEqual(['questions', '2025', 12, 5000])
  expect(rows.slice(1).every(([, bucket]) => String(bucket).startsWith('2025-03'))).toBe(true)
  await setQuota(admin, 'questions', null, 'year')
})

test('metrics are found by parts of their names, by the type of the bucket, and page by page', async () => {
  expect((await metricsOf(admin, 'metric_name=TOKENS&time_bucket_id=2025')).map(({ name }) => name)).toEqual([
    'input_tokens',
  ])
  expect(await metricsOf(admin, 'metric_name=input_tokens,questions&time_bucket_id=2025-02')).toHaveLength(4)
  expect(await metricsOf(admin, 'metric_name=%25')).toEqual([])
  expect((await metricsOf(admin, 'time_bucket_type=year&time_bucket_id=2025')).map(({ value }) => value)).toEqual([12])
  const page = await (await admin('/v1/metrics?time_bucket_id=2025&page_size=4&page=2')).json<Paged<Metric>>()
  expect(page).toMatchObject({ total: 6, page: 2, pages: 2, page_size: 4 })
  expect(page.data.map(({ time_bucket_id }) => time_bucket_id)).toEqual(['2025-02-03', '2025'])
})

test.each(['2025-2', '25', '2025-02-03-04', 'now'])('a bucket %s is refused', async (bucket) => {
  expect((await admin(`/v1/metrics?time_bucket_id=${bucket}`)).status).toBe(400)
})

test("another organisation's metrics are not listed", async () => {
  const { organization: other, admin: stranger } = await seedMembers('metrics-other.test', { admin: 'admin' })
  await seed('questions', '2025-02', 77, other.id)
  expect((await metricsOf(stranger, 'time_bucket_id=2025')).map(described)).toEqual([
    ['questions', '2025-02', 77, null],
  ])
  expect((await metricsOf(admin, 'time_bucket_id=2025-02')).map(({ value }) => value)).not.toContain(77)
})

test.each([
  {
    zone: 'Asia/Tokyo',
    moments: ['2027-01-31T14:59:58Z', '2027-01-31T15:00:02Z'],
    days: { '2027-01-31': 1, '2027-02-01': 1, '2027-01': 1, '2027-02': 1, '2027': 2 },
  },
  {
    // Clocks go forward on the 14th, so that it ends an hour earlier in UTC than it began.
    zone: 'America/New_York',
    moments: ['2027-03-14T04:59:58Z', '2027-03-14T05:00:02Z', '2027-03-15T03:59:58Z', '2027-03-15T04:00:02Z'],
    days: { '2027-03-13': 1, '2027-03-14': 2, '2027-03-15': 1, '2027-03': 4, '2027': 4 },
  },
  {
    // Clocks go back on the 7th of November.
    zone: 'America/New_York',
    moments: ['2027-11-07T03:59:58Z', '2027-11-07T04:00:02Z', '2027-11-08T04:59:58Z', '2027-11-08T05:00:02Z'],
    days: { '2027-11-06': 1, '2027-11-07': 2, '2027-11-08': 1, '2027-11': 4, '2027': 4 },
  },
])('questions count for the day that it is in $zone: $moments.0', async ({ zone, moments, days }) => {
  const domain = `${crypto.randomUUID()}.test`
  const { organization } = await seedMembers(domain, { admin: 'admin' })
  await setTimeZone(organization.id, zone)
  for (const moment of moments) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
    await answered(await signedIn(`admin@${domain}`), { query: 'What day is it?' })
  }
  expect(await valuesOf(await signedIn(`admin@${domain}`), 'questions')).toEqual(days)
  expect(await valuesOf(await signedIn(`admin@${domain}`), 'active_users')).toEqual(
    Object.fromEntries(Object.keys(days).map((bucket) => [bucket, 1])),
  )
})
