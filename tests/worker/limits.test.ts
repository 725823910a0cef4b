import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { endpoints } from '~/contract/index.ts'
import { answered, ask, entriesOf } from './harness/asking.ts'
import { type Caller, signedOut } from './harness/callers.ts'
import { formOf, heldQueue, refusal, textFile } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { setQuota } from './harness/metrics.ts'
import { reserveCall } from './harness/uploading.ts'

/** A limiter of Cloudflare's interface that lets so many calls of a key pass. */
function limiterOf(most: number) {
  const calls: string[] = []
  const limit = async ({ key = '' }: RateLimitOptions) => {
    calls.push(key)
    return { success: calls.filter((other) => other === key).length <= most }
  }
  return { calls, limit }
}

let organizations = 0
const members = async () => seedMembers(`limits-${++organizations}.test`, { admin: 'admin', user: 'user' })
type Members = Awaited<ReturnType<typeof members>>

const from = (address: string) => ({ headers: { 'cf-connecting-ip': address } })
const question = { query: 'How much is too much?', pipeline: 'chat_ai' }
const upload = (caller: Caller, variables: Partial<Env> = {}) =>
  caller('/v1/files/upload', {
    method: 'POST',
    body: formOf(textFile('a.txt')),
    variables: { JOBS: heldQueue().JOBS, ...variables },
  })

/** Every limit, and the call that is one too many. */
const limits: Record<string, (members: Members) => Promise<Response>> = {
  'questions a minute': async ({ user }) => {
    await answered(user, question)
    return ask(user, question, { variables: { QUESTIONS_PER_MINUTE: '1' } })
  },
  'answers at a time': ({ user }) => ask(user, question, { variables: { RUNNING_ANSWERS: '0' } }),
  'branches a minute': async ({ user }) => {
    const { conversationId: id } = await answered(user, question)
    const entry_id = (await entriesOf(user, id))[0]!.id
    const variables = { QUESTIONS_PER_MINUTE: '1' }
    return user(`/v1/conversations/${id}/branch`, { method: 'POST', json: { entry_id }, variables })
  },
  'uploads a minute': async ({ user }) => {
    await upload(user)
    return upload(user, { UPLOADS_PER_MINUTE: '1' })
  },
  'uploads in parts a minute': async ({ user }) => {
    await upload(user)
    return reserveCall(user, 'b.txt', 4, { variables: { UPLOADS_PER_MINUTE: '1' } })
  },
  'mails of an invitation': async ({ admin }) => {
    const added = await admin('/v1/users', { method: 'POST', json: { email: `${crypto.randomUUID()}@limits.test` } })
    const { id } = await added.json<{ id: number }>()
    return admin(`/v1/users/${id}/invitation`, { method: 'POST' })
  },
  'the quota of questions': async ({ admin, user }) => {
    await setQuota(admin, 'questions', 0)
    return ask(user, question)
  },
  'the quota of bytes': async ({ admin, user }) => {
    await setQuota(admin, 'stored_bytes', 1)
    return reserveCall(user, 'b.txt', 4)
  },
  'calls of an account': async ({ user }) =>
    user('/web/v1/conversations', { variables: { CALLS_BY_ACCOUNT: limiterOf(0) } }),
  'calls from an address': () =>
    signedOut('/healthz', { ...from('192.0.2.1'), variables: { CALLS_BY_ADDRESS: limiterOf(0) } }),
}

test.each(Object.entries(limits))(
  '%s: one too many is 429, and says after how many seconds to come back',
  async (_, exceed) => {
    const response = await exceed(await members())
    const { code, message } = await response.json<{ code: string; message: string }>()
    expect([response.status, code]).toEqual([429, expect.toBeOneOf(['rate_limited', 'quota_exceeded'])])
    expect(message).not.toBe('')
    const seconds = response.headers.get('retry-after')
    expect(seconds).toMatch(/^[1-9]\d*$/)
    expect(Number(seconds)).toBeLessThanOrEqual(code === 'rate_limited' ? 60 : 366 * 24 * 3600)
  },
)

test('an address that has called too often reads nothing more, with whatever token; another one does', async () => {
  const { user } = await members()
  const variables = { CALLS_BY_ADDRESS: limiterOf(1) }
  let read = 0
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.enqueue(new Uint8Array(1024))
    read += 1024
  }
  const body = () => new ReadableStream({ pull }, { highWaterMark: 0 })
  expect((await user('/web/v1/users/me', { ...from('192.0.2.1'), variables })).status).toBe(200)
  for (const { method, path } of Object.values(endpoints)) {
    const isRead = method === 'get'
    const call = { method: method.toUpperCase(), ...from('192.0.2.1'), variables, ...(!isRead && { body: body() }) }
    const address = path.replaceAll(/\{\w+\}/g, '1')
    for (const caller of [user, signedOut])
      expect([address, await refusal(await caller(address, call))]).toMatchObject([address, { code: 'rate_limited' }])
  }
  expect(read).toBe(0)
  expect((await user('/web/v1/users/me', { ...from('192.0.2.2'), variables })).status).toBe(200)
})

test('an account is counted by itself, once a token of its is verified', async () => {
  const { user, admin } = await members()
  const limiter = limiterOf(2)
  const me = async (caller: Caller) =>
    (await caller('/web/v1/users/me', { variables: { CALLS_BY_ACCOUNT: limiter } })).status
  expect([await me(user), await me(user), await me(user)]).toEqual([200, 200, 429])
  expect([await me(admin), await me(signedOut)]).toEqual([200, 401])
  expect(new Set(limiter.calls).size).toBe(2)
})

test('a limiter that does not answer, or is not bound, keeps nobody out', async () => {
  const { user } = await members()
  const limit = () => Promise.reject(new Error('internal error'))
  const variables = { CALLS_BY_ADDRESS: { limit }, CALLS_BY_ACCOUNT: { limit } }
  expect((await user('/web/v1/users/me', { ...from('192.0.2.1'), variables })).status).toBe(200)
  expect((await user('/web/v1/users/me', from('192.0.2.1'))).status).toBe(200)
})

test("it is Cloudflare's own limiter that is asked so", async () => {
  const { user } = await members()
  const variables = { CALLS_BY_ACCOUNT: env.TEST_CALL_RATE }
  // Its minute may end in between, once.
  const statuses: number[] = []
  for (let call = 0; call < 5; call++) statuses.push((await user('/web/v1/users/me', { variables })).status)
  expect(statuses[0]).toBe(200)
  expect(statuses).toContain(429)
})
