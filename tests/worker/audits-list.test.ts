import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { Audit } from '~/contract/audits.ts'
import type { Paged } from '~/contract/shared.ts'
import { appendAction, appendRequest } from '~/provider/audits/append.ts'
import { batchOf } from '~/provider/organization/audit-list.ts'
import { auditsOf, newAction, newRequest, organizationOf, withStorage } from './harness/audits.ts'
import { refusalOf } from './harness/asking.ts'
import { seedMembers } from './harness/members.ts'
import { setTimeZone } from './harness/metrics.ts'

const { organization, admin, hanako } = await seedMembers('list.test', { admin: 'admin', hanako: 'user' })
const { admin: newcomer } = await seedMembers('new-list.test', { admin: 'admin' })
const { organization: other, admin: stranger } = await seedMembers('other-list.test', { admin: 'admin' })

await setTimeZone(organization.id, 'UTC')
const own = await organizationOf(organization.id)

/** Requests of three days, ten a day, of two users in turns, each day in one conversation. */
const days = ['2026-11-01', '2026-11-02', '2026-11-03']
for (const [day, date] of days.entries()) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${date}T23:59:59.999Z`) })
  for (let count = 0; count < 10; count++) {
    await appendRequest(env, own, newRequest({ user_id: 100 + (count % 2), conversation_id: day + 1 }))
    await appendAction(env, own, newAction())
  }
}
vi.useRealTimers()

const page = async (query: string) => (await admin(`/v1/audits${query}`)).json<Paged<Audit>>()

test('lists the requests, not the actions, the latest first, 20 a page', async () => {
  const first = await page('')
  const second = await page('?page=2')
  expect(first).toMatchObject({ total: 30, page: 1, pages: 2, page_size: 20 })
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((one, next) => next - one))
  expect(new Set(ids).size).toBe(30)
  expect((await page('?page=3')).data).toEqual([])
})

test('an interval begins with its first day and ends with the end of its last', async () => {
  const conversations = async (query: string) => {
    const { data, total } = await page(query)
    expect(data).toHaveLength(Math.min(total, 20))
    return [...new Set(data.map(({ conversation_id }) => conversation_id))]
  }
  expect(await conversations('?created_at_ge=2026-11-02&created_at_le=2026-11-02')).toEqual([2])
  expect(await conversations('?created_at_ge=2026-11-03')).toEqual([3])
  expect(await conversations('?created_at_le=2026-11-01')).toEqual([1])
  expect(await conversations('?created_at_le=2026-11-02T23:59:59.998Z')).toEqual([1])
  expect(await conversations('?created_at_le=2026-11-02T23:59:59.999Z')).toEqual([2, 1])
  expect(await conversations('?created_at_ge=2026-11-04')).toEqual([])
  expect(await conversations('?created_at_le=2026-10-31')).toEqual([])
})

test("days are those of the organisation's time zone: a row is found under the day that its time tells there", async () => {
  for (const zone of ['Asia/Tokyo', 'America/Los_Angeles', 'UTC']) {
    await setTimeZone(organization.id, zone)
    const told = await (await admin('/web/v1/users/me')).json<{ time_zone: string }>()
    expect(told.time_zone).toBe(zone)
    const localDay = ({ created_at }: Audit) =>
      new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(new Date(created_at))
    const all = [...(await page('')).data, ...(await page('?page=2')).data]
    for (const day of new Set(all.map(localDay))) {
      const found = await page(`?created_at_ge=${day}&created_at_le=${day}`)
      expect(found.data.map(({ id }) => id)).toEqual(all.filter((row) => localDay(row) === day).map(({ id }) => id))
    }
  }
})

test('the pages of an interval are those of its rows', async () => {
  const first = await page('?created_at_ge=2026-11-01&created_at_le=2026-11-03')
  const second = await page('?created_at_ge=2026-11-01&created_at_le=2026-11-03&page=2')
  expect([first.total, first.data.length, second.data.length]).toEqual([30, 20, 10])
  const early = await page('?created_at_le=2026-11-02')
  expect(early).toMatchObject({ total: 20, pages: 1 })
  expect(early.data[0]?.created_at).toBe('2026-11-02T23:59:59.999Z')
})

test('an interval that ends before it starts is invalid', async () => {
  expect(await refusalOf(admin('/v1/audits?created_at_ge=2026-11-03&created_at_le=2026-11-02'))).toMatchObject({
    status: 400,
    code: 'invalid_audit_interval',
  })
})

test('a user and a conversation are found, together with an interval', async () => {
  expect(await page('?user_id=100')).toMatchObject({ total: 15, pages: 1 })
  expect(await page('?conversation_id=2')).toMatchObject({ total: 10 })
  expect(await page('?user_id=101&conversation_id=2')).toMatchObject({ total: 5 })
  expect(await page('?user_id=101&created_at_ge=2026-11-03')).toMatchObject({ total: 5 })
  expect(await page('?user_id=999')).toMatchObject({ total: 0, pages: 1, data: [] })
})

test('of a user with very many requests the first ten thousand are counted', async () => {
  await withStorage(other.id, ({ sql }) => {
    sql.exec(`
      WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
      INSERT INTO audits (seq, kind, number, source, user_id, user_email, created_at, day, status, pipeline,
        execution_time, text_size, hash)
      SELECT i, 'request', i, 'many:' || i, 7, 'many@list.test', '2026-11-05T00:00:00.000Z', '2026-11-05', 'completed',
        'chat_ai', 1, 0, '' FROM n`)
    sql.exec("INSERT INTO counts VALUES ('request', 10001)")
  })
  const list = async (query: string) => (await stranger(`/v1/audits${query}`)).json<Paged<Audit>>()
  expect(await list('')).toMatchObject({ total: 10_001 })
  expect(await list('?user_id=7')).toMatchObject({ total: 10_000, pages: 500, more: true })
  expect((await list('?user_id=7&page=500')).data).toHaveLength(20)
  expect((await list('?user_id=7&page=501')).data).toEqual([])
  expect((await list('?page=501')).data).toHaveLength(1)
})

test.each([
  {},
  { from: '2026-01-01T00:00:00.000Z' },
  { userId: 1 },
  { conversationId: 1 },
  { feedback: 'good' as const },
])('a batch of the list %j is read by an index, in its order', async (narrowing) => {
  const plans = await withStorage(organization.id, ({ sql }) => {
    const statement = vi.spyOn(sql, 'exec')
    batchOf(sql, { kind: 'request', ...narrowing }, 1_000_000)
    const [query, ...values] = statement.mock.calls.at(-1)!
    statement.mockRestore()
    return sql.exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`, ...values).toArray()
  })
  const plan = plans.map(({ detail }) => detail).join('\n')
  expect(plan).toMatch(/SEARCH (audits|feedback) USING/)
  expect(plan).not.toContain('TEMP B-TREE')
})

test('gives a request with its question and answer, and none of another organisation', async () => {
  const [latest] = await auditsOf(admin)
  const details = await (await admin(`/v1/audits/${latest?.id}`)).json()
  expect(details).toMatchObject({ ...latest, question: 'What?', answer: 'That.', files: [], references: [], seq: 59 })
  const missing = { status: 404, code: 'does_not_exist' }
  expect(await refusalOf(newcomer(`/v1/audits/${latest?.id}`))).toMatchObject(missing)
  expect(await refusalOf(admin(`/v1/audits/${latest!.id + 1}`))).toMatchObject(missing)
})

test('lists what admins did', async () => {
  const actions = await (await admin('/v1/actions?created_at_ge=2026-11-02&created_at_le=2026-11-02')).json()
  expect(actions).toMatchObject({ total: 10, data: expect.arrayContaining([]) })
  expect(actions).toHaveProperty('data.0', expect.objectContaining({ action: 'keyword_added', target: 'keyword' }))
})

test.each(['/v1/audits', '/v1/actions', '/web/v1/audits/csv', '/web/v1/actions/csv', '/v1/audits/1'])(
  '%s is for admins, of their own organisation',
  async (path) => {
    expect(await refusalOf(hanako(path))).toMatchObject({ status: 403, code: 'operation_not_authorized' })
    if (!path.startsWith('/v1/') || path.endsWith('1')) return
    const elsewhere = admin(`${path}?organization_id=${other.id}`)
    expect(await refusalOf(elsewhere)).toMatchObject({ status: 403, code: 'operation_not_authorized' })
  },
)
