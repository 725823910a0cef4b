import { expect, test } from 'vitest'
import type { ErrorBody } from '~/contract/errors.ts'
import { bucketEnd, dayIn } from '~/provider/time/buckets.ts'
import { actionsOf, chainRows } from './harness/audits.ts'
import { answered, ask, entriesOf, refusalOf } from './harness/asking.ts'
import { formOf, heldQueue, process, textFile, uploaded } from './harness/files.ts'
import { type Caller, signedIn } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { setQuota, valueOf } from './harness/metrics.ts'
import { eventsOf, isDelta, scripted, StreamReader } from './harness/streams.ts'
import { put, reserveCall, reserved, rowOf, storedBytes, validate, validated } from './harness/uploading.ts'

let seeded = 0

/** An organisation of its own, so that its metrics begin at nothing. */
const organizationWith = () =>
  seedMembers(`quota-${++seeded}.test`, { admin: 'admin', hanako: 'user', taro: 'user', kenji: 'user' })

const refusedAudits = async (organizationId: number) =>
  (await chainRows(organizationId)).filter(
    ({ status, error_code }) => status === 'blocked' && error_code === 'quota_exceeded',
  ).length

const secondsLeft = (type: 'day' | 'month' | 'year', zone = 'Asia/Tokyo') =>
  (bucketEnd(zone, dayIn(zone, new Date()), type).getTime() - Date.now()) / 1000

function expectRenewal({ code, info }: ErrorBody, seconds: number) {
  expect(code).toBe('quota_exceeded')
  expect(Math.abs(info!.retry_after! - seconds)).toBeLessThan(10)
}

test('of twenty questions at the same moment exactly those are let in that the quota has left', async () => {
  const { organization, admin, hanako, taro } = await organizationWith()
  await answered(hanako, { query: 'The first one' })
  await setQuota(admin, 'questions', 8)
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(index % 2 ? hanako : taro, { query: `Question ${index}` })),
  )
  const streams = results.filter(({ ok }) => ok)
  expect(streams).toHaveLength(7)
  const refusals = await Promise.all(results.filter(({ ok }) => !ok).map(refusalOf))
  expect(new Set(refusals.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['429 quota_exceeded']))
  await Promise.all(streams.map(eventsOf))
  expect(await refusedAudits(organization.id)).toBe(13)
  expect((await refusalOf(ask(hanako, { query: 'One more' }))).code).toBe('quota_exceeded')
})

test('a call that comes twice at the same moment keeps one place within the quota', async () => {
  const { admin, hanako } = await organizationWith()
  await setQuota(admin, 'questions', 3)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const model = await scripted([{ say: 'Once' }, { hold: true }])
  const streams = await Promise.all([1, 2].map(() => ask(hanako, { query: model.mark }, { headers })))
  expect(streams.map(({ status }) => status)).toEqual([200, 200])
  const others = await Promise.all([1, 2, 3].map((index) => ask(hanako, { query: `Another ${index}` })))
  expect(others.map(({ status }) => status).toSorted()).toEqual([200, 200, 429])
  await model.release()
  const [one, other] = await Promise.all(streams.map(eventsOf))
  expect(one).toEqual(other)
  expect(await model.calls()).toHaveLength(1)
})

test('a refusal says when the quota renews: the last of those that are used up', async () => {
  const { admin, hanako } = await organizationWith()
  await setQuota(admin, 'questions', 0, 'day')
  const refused = await ask(hanako, { query: 'Today' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expectRenewal(await refusalOf(refused), secondsLeft('day'))
  await setQuota(admin, 'questions', 0, 'month')
  expectRenewal(await refusalOf(ask(hanako, { query: 'This month' })), secondsLeft('month'))
  await setQuota(admin, 'output_tokens', 0, 'year')
  expectRenewal(await refusalOf(ask(hanako, { query: 'This year' })), secondsLeft('year'))
})

test('without its quota questions go on, and another organisation never noticed', async () => {
  const { admin, hanako } = await organizationWith()
  const { hanako: elsewhere } = await organizationWith()
  await setQuota(admin, 'questions', 0)
  expect((await ask(hanako, { query: 'Refused' })).status).toBe(429)
  expect((await answered(elsewhere, { query: 'Let in' })).error).toBeUndefined()
  await setQuota(admin, 'questions', null)
  expect((await answered(hanako, { query: 'Let in, too' })).error).toBeUndefined()
})

test('a refused question is stored nowhere, and a running answer that it was to replace goes on', async () => {
  const { admin, hanako } = await organizationWith()
  await setQuota(admin, 'questions', 1)
  const model = await scripted([{ say: 'So far' }, { hold: true }, { say: ' and on' }])
  const reader = new StreamReader(await ask(hanako, { query: model.mark }))
  const seen = await reader.until(isDelta)
  const infos = seen.flatMap(({ data }) => ('info' in data ? [data.info] : []))
  const { conversation_id: id, prompt_id } = infos[0]!
  const [, answer] = await entriesOf(hanako, id)
  const overwriting = { query: 'Instead', overwrite_prompt_id: prompt_id, overwrite_assistant_id: answer!.id }
  expect((await refusalOf(ask(hanako, overwriting, { id }))).code).toBe('quota_exceeded')
  await model.release()
  await reader.rest()
  const entries = await entriesOf(hanako, id)
  expect(entries.map(({ content }) => (content.version === 2 ? content.response : content.user_prompt))).toEqual([
    model.mark,
    'So far and on',
  ])
})

test('tokens that were used refuse the next question, not the one that used them', async () => {
  const { admin, hanako } = await organizationWith()
  await setQuota(admin, 'input_tokens', 1)
  expect((await answered(hanako, { query: 'The first' })).error).toBeUndefined()
  expect(await valueOf(admin, 'input_tokens')).toBeGreaterThanOrEqual(1)
  expect((await refusalOf(ask(hanako, { query: 'The second' }))).code).toBe('quota_exceeded')
})

test('who is active already goes on when no more users may be, and whoever was refused stays out', async () => {
  const { admin, hanako, taro, kenji } = await organizationWith()
  await setQuota(admin, 'active_users', 2)
  await answered(hanako, { query: 'I am active' })
  const model = await scripted([{ say: 'So far' }, { hold: true }])
  const reader = new StreamReader(await ask(taro, { query: model.mark }))
  await reader.until(isDelta)
  for (const attempt of ['first', 'second', 'third'])
    expect((await refusalOf(ask(kenji, { query: `The ${attempt} attempt` }))).code).toBe('quota_exceeded')
  expect((await answered(hanako, { query: 'And I still am' })).error).toBeUndefined()
  // Taro's first answer is not counted yet.
  expect((await answered(taro, { query: 'So am I' })).error).toBeUndefined()
  await model.release()
  await reader.rest()
  expect(await valueOf(admin, 'active_users')).toBe(2)
})

test('of users who begin at the same moment only as many become active as may', async () => {
  const { admin, hanako, taro, kenji } = await organizationWith()
  await setQuota(admin, 'active_users', 1, 'day')
  const results = await Promise.all([hanako, taro, kenji].map((caller) => ask(caller, { query: 'Me first' })))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  await Promise.all(results.map((response) => response.text()))
  expect(await valueOf(admin, 'active_users')).toBe(1)
})

const upload = (caller: Caller, ...sizes: number[]) =>
  caller('/v1/files/upload', {
    method: 'POST',
    body: formOf(...sizes.map((size, index) => textFile(`${index}.txt`, 'x'.repeat(size)))),
    variables: { JOBS: heldQueue().JOBS },
  }).then((response) => response.json<{ files: { id: number }[]; failed: { code: string }[] }>())

test('uploads are refused that would not fit, at the same moment too, and fit when others were deleted', async () => {
  const { admin, hanako } = await organizationWith()
  await setQuota(admin, 'stored_bytes', 25)
  const { files, failed } = await upload(hanako, 10, 10, 10, 10)
  expect({ stored: files.length, failed: failed.map(({ code }) => code) }).toEqual({
    stored: 2,
    failed: ['quota_exceeded', 'quota_exceeded'],
  })
  expect((await upload(hanako, 5)).files).toHaveLength(1)
  expect((await upload(hanako, 1)).failed).toHaveLength(1)
  await hanako(`/v1/files/${files[0]!.id}`, { method: 'DELETE' })
  expect((await upload(hanako, 10)).files).toHaveLength(1)
  expect(await valueOf(admin, 'stored_bytes')).toBe(25)
})

test('a reserved upload keeps its place, and one of an unknown size is removed when it does not fit', async () => {
  const { admin, hanako } = await organizationWith()
  await setQuota(admin, 'stored_bytes', 10)
  const { id, url } = await reserved(hanako, 'eight.txt', 8)
  const refused = await refusalOf(reserveCall(hanako, 'three.txt', 3))
  expect(refused).toMatchObject({ status: 429, code: 'quota_exceeded' })
  // Waiting makes no room.
  expect(refused.info?.retry_after).toBeUndefined()

  const unknown = await reserved(hanako, 'unknown.txt')
  await put(unknown.url, 'three')
  expect((await refusalOf(validate(hanako, unknown.id))).code).toBe('quota_exceeded')
  expect(await rowOf(unknown.id)).toBeNull()

  await put(url, '12345678')
  await validated(hanako, id)
  expect((await storedBytes(id))?.byteLength).toBe(8)
  const small = await reserved(hanako, 'small.txt')
  await put(small.url, '90')
  await validated(hanako, small.id)
  expect(await valueOf(admin, 'stored_bytes')).toBe(10)
})

test('when the pages are used up no new file is taken, until the quota renews', async () => {
  const { admin, hanako } = await organizationWith()
  await setQuota(admin, 'processed_pages', 1)
  await process(await uploaded(hanako, textFile('one.txt')))
  expect((await upload(hanako, 1)).failed).toEqual([{ name: '0.txt', code: 'quota_exceeded' }])
  expectRenewal(await refusalOf(reserveCall(hanako, 'two.txt', 3)), secondsLeft('month'))
  expect((await answered(hanako, { query: 'Questions go on' })).text).toBe('A short answer.')
})

test('quotas are listed, recorded when they change, and only for admins of the organisation', async () => {
  const { organization, admin, hanako } = await organizationWith()
  await setQuota(admin, 'questions', 100)
  await setQuota(admin, 'questions', 200)
  await setQuota(admin, 'stored_bytes', 1000, 'year')
  await setQuota(admin, 'stored_bytes', null, 'year')
  expect(await (await admin('/v1/quotas')).json()).toEqual({
    data: [{ metric_name: 'questions', time_bucket_type: 'month', quota: 200 }],
  })
  const changes = (await actionsOf(organization.id)).filter(({ action }) => action === 'quota_changed')
  expect(changes.map(({ target, details }) => [target, JSON.parse(details!)])).toEqual([
    ['questions', { bucket: 'month', quota: 100 }],
    ['questions', { bucket: 'month', quota: 200 }],
    ['stored_bytes', { bucket: 'year', quota: 1000 }],
    ['stored_bytes', { bucket: 'year', quota: null }],
  ])
  for (const call of [
    hanako('/v1/quotas'),
    hanako('/v1/metrics'),
    hanako('/v1/quotas', { method: 'PUT', json: { metric_name: 'questions', time_bucket_type: 'day', quota: 1 } }),
    (await signedIn('admin@quota-1.test'))(`/v1/metrics?organization_id=${organization.id}`),
  ])
    expect(await refusalOf(call)).toMatchObject({ status: 403, code: 'operation_not_authorized' })
  const bad = { metric_name: 'questions', time_bucket_type: 'day', quota: -1 }
  expect((await admin('/v1/quotas', { method: 'PUT', json: bad })).status).toBe(400)
})
