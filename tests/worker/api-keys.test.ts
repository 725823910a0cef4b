import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiKey, OwnedApiKey } from '~/contract/api-keys.ts'
import type { AdminAction, Audit } from '~/contract/audits.ts'
import type { Paged } from '~/contract/shared.ts'
import type { User } from '~/contract/users.ts'
import { callerWith, makeKey, setKey } from './harness/api-keys.ts'
import { answered } from './harness/asking.ts'
import { type Caller, signedIn } from './harness/callers.ts'
import { heldQueue, refusal } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const { admin, hanako, taro } = await seedMembers('keys.test', { admin: 'admin', hanako: 'user', taro: 'user' })
const me = '/web/v1/users/me'
const refused = { status: 401, code: 'invalid_credentials' }
const forbidden = { status: 403, code: 'operation_not_authorized' }
const noSuchKey = { status: 404, code: 'does_not_exist' }

beforeAll(async () => {
  for (const caller of [admin, hanako, taro]) await caller(me)
})

const ownKeys = async (caller: Caller) =>
  await (await caller('/web/v1/api-keys')).json<{ data: ApiKey[]; allowed: boolean }>()
const allow = (allowed_for: string) => admin('/v1/api-keys/policy', { method: 'PUT', json: { allowed_for } })
const revoke = (caller: Caller, id: number) => caller(`/web/v1/api-keys/${id}`, { method: 'DELETE' })

describe('a key', () => {
  test('speaks for whoever made it, and its secret is told once and kept nowhere', async () => {
    const key = await makeKey(hanako, { name: 'Nightly report' })
    expect(await (await key.call(me)).json()).toMatchObject({ email: 'hanako@keys.test' })
    const [listed] = (await ownKeys(hanako)).data
    expect(listed).toMatchObject({
      name: 'Nightly report',
      ending: key.secret.slice(-4),
      expires_at: expect.any(String),
    })
    const kept = await env.DB.prepare('SELECT * FROM api_keys').all()
    expect(JSON.stringify([listed, kept.results])).not.toContain(key.secret.slice(0, 20))
  })

  test.each([
    [{ name: '' }],
    [{ scopes: [] }],
    [{ scopes: ['everything'] }],
    [{ expires_in_days: 0 }],
    [{ expires_in_days: 100_000 }],
  ])('is not made of %o', async (part) => {
    const json = { name: 'A program', scopes: ['ask'], ...part }
    expect(await refusal(await hanako('/web/v1/api-keys', { method: 'POST', json }))).toMatchObject({ status: 400 })
  })

  test('has ended when its day is over, and without a day never does', async () => {
    const json = { name: 'For ever', scopes: ['ask'], expires_in_days: null }
    expect(await (await hanako('/web/v1/api-keys', { method: 'POST', json })).json()).toMatchObject({
      expires_at: null,
    })
    const { id, call } = await makeKey(hanako)
    await setKey(id, 'expires_at', new Date(Date.now() - 1000).toISOString())
    expect(await refusal(await call(me))).toEqual(refused)
  })

  test('is told by the minute when it was used last', async () => {
    const { id, call } = await makeKey(hanako)
    const lastUsed = async () => (await ownKeys(hanako)).data.find((key) => key.id === id)!.last_used_at
    expect(await lastUsed()).toBeNull()
    await call(me)
    const first = await lastUsed()
    expect(first).toEqual(expect.any(String))
    await call(me)
    expect(await lastUsed()).toBe(first)
    await setKey(id, 'last_used_at', '2026-01-01T00:00:00.000Z')
    await call(me)
    expect((await lastUsed())! >= first!).toBe(true)
  })

  test('goes on when its owner signs out, and makes no other keys', async () => {
    const person = await signedIn('hanako@keys.test', { auth_time: Math.floor(Date.now() / 1000) - 600 })
    const { call } = await makeKey(person)
    await person('/web/v1/session', { method: 'DELETE' })
    expect((await call(me)).status).toBe(200)
    const json = { name: 'Another', scopes: ['ask'] }
    expect(await refusal(await call('/web/v1/api-keys', { method: 'POST', json }))).toEqual(forbidden)
    expect(await refusal(await call('/web/v1/session', { method: 'DELETE' }))).toEqual(forbidden)
  })

  test('may make so many calls in a minute, and is told when the next fits; another key has its own', async () => {
    const [busy, other] = [await makeKey(hanako), await makeKey(hanako)]
    const variables = { API_KEY_CALLS_PER_MINUTE: '3' }
    for (let call = 0; call < 3; call++) expect((await busy.call(me, { variables })).status).toBe(200)
    const response = await busy.call(me, { variables })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await other.call(me, { variables })).status).toBe(200)
  })

  test('is one of at most fifty of a member', async () => {
    const { results } = await env.DB.prepare(
      "SELECT id, organization_id FROM users WHERE email = 'taro@keys.test'",
    ).all<{
      id: number
      organization_id: number
    }>()
    const { id, organization_id } = results[0]!
    await env.DB.batch(
      Array.from({ length: 50 }, (_, number) =>
        env.DB.prepare(
          "INSERT INTO api_keys (organization_id, user_id, name, hash, ending, scopes) VALUES (?, ?, 'x', ?, 'abcd', '[]')",
        ).bind(organization_id, id, `hash ${number}`),
      ),
    )
    const json = { name: 'One more', scopes: ['ask'] }
    expect(await refusal(await taro('/web/v1/api-keys', { method: 'POST', json }))).toMatchObject({
      code: 'quota_exceeded',
    })
    await env.DB.prepare('DELETE FROM api_keys WHERE user_id = ?').bind(id).run()
  })
})

describe('revoking', () => {
  test('ends a key at once; a second time there is none', async () => {
    const { id, call } = await makeKey(hanako)
    expect((await revoke(hanako, id)).status).toBe(204)
    expect(await refusal(await call(me))).toEqual(refused)
    expect(await refusal(await revoke(hanako, id))).toMatchObject(noSuchKey)
  })

  test("is for one's own keys and for admins", async () => {
    const { id, call } = await makeKey(hanako)
    expect(await refusal(await revoke(taro, id))).toMatchObject(noSuchKey)
    expect((await call(me)).status).toBe(200)
    const { data } = await (await admin('/v1/api-keys')).json<Paged<OwnedApiKey>>()
    expect(data.find((key) => key.id === id)!.owner).toMatchObject({ email: 'hanako@keys.test', is_service: false })
    expect((await revoke(admin, id)).status).toBe(204)
    expect(await refusal(await call(me))).toEqual(refused)
  })
})

test('an organisation that takes keys of admins alone, or none, takes no others, and what it took before when it does again', async () => {
  const [ofUser, ofAdmin] = [await makeKey(hanako), await makeKey(admin)]
  const taken = async () => [(await ofUser.call(me)).status, (await ofAdmin.call(me)).status]
  expect((await allow('admins')).status).toBe(204)
  expect(await taken()).toEqual([403, 200])
  expect((await ownKeys(hanako)).allowed).toBe(false)
  const json = { name: 'A program', scopes: ['ask'] }
  expect(await refusal(await hanako('/web/v1/api-keys', { method: 'POST', json }))).toEqual(forbidden)
  await allow('nobody')
  expect(await taken()).toEqual([403, 403])
  await allow('members')
  expect(await taken()).toEqual([200, 200])
})

describe('a service account', () => {
  const added = async (name: string) =>
    await (await admin('/v1/service-accounts', { method: 'POST', json: { name } })).json<User>()
  const keyOf = (id: number, scopes: string[]) =>
    admin(`/v1/service-accounts/${id}/api-keys`, { method: 'POST', json: { name: 'Its key', scopes } })

  test('is a user to whom nobody signs in, whose keys an admin makes', async () => {
    const account = await added('Nightly report 日報')
    expect(account).toMatchObject({ role: 'user', is_service: true, joined: true, name: 'Nightly report 日報' })
    expect(account.email).toMatch(/^nightly-report-[0-9a-f]{6}@service\.invalid$/)
    const { secret } = await (await keyOf(account.id, ['ask'])).json<{ secret: string }>()
    expect(await (await callerWith(secret)(me)).json()).toMatchObject({ user_id: account.id, user_role: 'user' })
    const stranger = await signedIn(account.email)
    expect(await refusal(await stranger(me))).toMatchObject({ code: 'user_not_invited' })
  })

  test('has keys where members may have none, and none once it is deactivated or deleted', async () => {
    const { id } = await added('A program')
    const { secret } = await (await keyOf(id, ['ask'])).json<{ secret: string }>()
    const call = callerWith(secret)
    await allow('admins')
    expect((await call(me)).status).toBe(200)
    await allow('members')
    await admin(`/v1/users/${id}/active`, { method: 'PUT', json: { active: false } })
    expect(await refusal(await call(me))).toMatchObject({ code: 'not_active' })
    await admin(`/v1/users/${id}/active`, { method: 'PUT', json: { active: true } })
    expect((await admin(`/v1/users/${id}`, { method: 'DELETE', variables: { JOBS: heldQueue().JOBS } })).status).toBe(
      204,
    )
    expect(await refusal(await call(me))).toEqual(refused)
  })

  test('is none that a person is, nor one of another organisation', async () => {
    const { user_id } = await (await hanako(me)).json<{ user_id: number }>()
    expect(await refusal(await keyOf(user_id, ['ask']))).toMatchObject(noSuchKey)
    const { id } = await added('A program')
    const theirs = await seedMembers('others.test', { admin: 'admin' })
    const path = `/v1/service-accounts/${id}/api-keys`
    const json = { name: 'Ours', scopes: ['ask'] }
    expect(await refusal(await theirs.admin(path, { method: 'POST', json }))).toMatchObject(noSuchKey)
  })
})

describe('the audits', () => {
  test('have the name of the key that a program asked with, and are verified with it', async () => {
    const { call } = await makeKey(hanako, { name: 'Slack bot' })
    await answered(call, { query: 'What is there?' })
    await answered(hanako, { query: 'What is there?' })
    const { data } = await (await admin('/v1/audits')).json<Paged<Audit>>()
    expect(data.slice(0, 2).map(({ api_key }) => api_key)).toEqual([null, 'Slack bot'])
    const { organization_id } = await (await admin(me)).json<{ organization_id: number }>()
    const verified = await (await admin(`/v1/organizations/${organization_id}/audits/verification`)).text()
    expect(verified).not.toContain('"type":"problem"')
  })

  test('tell who made and revoked which key, and who changed whose are taken', async () => {
    const { id, secret } = await makeKey(hanako, { name: 'Told', scopes: ['ask', 'files:read'] })
    await revoke(admin, id)
    await allow('members')
    const { data } = await (await admin('/v1/actions')).json<Paged<AdminAction>>()
    expect(data.slice(0, 3).map(({ user_email, action, target }) => [user_email, action, target])).toEqual([
      ['admin@keys.test', 'api_key_policy_changed', 'members'],
      ['admin@keys.test', 'api_key_revoked', 'Told'],
      ['hanako@keys.test', 'api_key_created', 'Told'],
    ])
    expect(data[2]!.details).toEqual({ ending: secret.slice(-4), scopes: 'ask files:read', days: 90 })
  })
})
