import { expect, test } from 'vitest'
import { dayIn } from '~/provider/time/buckets.ts'
import { chainRows } from './harness/audits.ts'
import { answered, ask, cancel, refusalOf } from './harness/asking.ts'
import { seedMembers } from './harness/members.ts'
import { metricsOf, valuesOf } from './harness/metrics.ts'
import { isDelta, scripted, StreamReader } from './harness/streams.ts'

const { organization, admin, hanako, taro, kenji } = await seedMembers('count.test', {
  admin: 'admin',
  hanako: 'user',
  taro: 'user',
  kenji: 'user',
})

const now = () => {
  const day = dayIn('Asia/Tokyo', new Date())
  return [day, day.slice(0, 7), day.slice(0, 4)]
}

/** The same value in the buckets of today. */
const today = (value: number) => Object.fromEntries(now().map((bucket) => [bucket, value]))

test('metrics are the sums of the audits, whether requests were completed, failed, cancelled or blocked', async () => {
  await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: 'walrus' } })
  await answered(hanako, { query: 'A question' })
  await answered(hanako, { query: 'Another question' })
  const failing = await scripted([{ say: 'Half' }, { end: true }])
  await answered(taro, { query: failing.mark })
  const held = await scripted([{ say: 'So far' }, { hold: true }])
  const reader = new StreamReader(await ask(taro, { query: held.mark }))
  const seen = await reader.until(isDelta)
  const { data } = seen.find(({ data }) => 'conversation_id' in data)!
  await cancel(taro, (data as { conversation_id: number }).conversation_id)
  await reader.rest()
  await refusalOf(ask(kenji, { query: 'A walrus' }))

  const requests = (await chainRows(organization.id)).filter(({ kind }) => kind === 'request')
  expect(requests.map(({ status }) => status).toSorted()).toEqual([
    'blocked',
    'cancelled',
    'completed',
    'completed',
    'failed',
  ])
  const sum = (column: 'input_tokens' | 'output_tokens') =>
    requests.reduce((total, row) => total + (row[column] ?? 0), 0)
  expect(await valuesOf(admin, 'questions')).toEqual(today(requests.length))
  expect(sum('input_tokens')).toBeGreaterThan(0)
  expect(await valuesOf(admin, 'input_tokens')).toEqual(today(sum('input_tokens')))
  expect(await valuesOf(admin, 'output_tokens')).toEqual(today(sum('output_tokens')))
  // Who was only refused was not active.
  expect(await valuesOf(admin, 'active_users')).toEqual(today(2))
})

test('a member who asks again is one active user still', async () => {
  await answered(hanako, { query: 'Once more' })
  expect(await valuesOf(admin, 'active_users')).toEqual(today(2))
})

test('deleting a conversation takes nothing from the metrics', async () => {
  const { conversationId } = await answered(hanako, { query: 'To be deleted' })
  const before = await metricsOf(admin)
  expect((await hanako(`/v1/conversations/${conversationId}`, { method: 'DELETE' })).status).toBe(204)
  expect(await metricsOf(admin)).toEqual(before)
})
