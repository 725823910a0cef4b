import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { BlockedKeyword } from '~/contract/keywords.ts'
import type { User } from '~/contract/users.ts'
import { deliverActions } from '~/provider/audits/owed-actions.ts'
import { actionsOf, problems } from './harness/audits.ts'
import type { Call } from './harness/callers.ts'
import { heldQueue } from './harness/files.ts'
import { queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'

const { organization, admin, user } = await seedMembers('owed.example', { admin: 'admin', user: 'user' })
for (const caller of [admin, user]) await caller('/web/v1/users/me')
const [, member] = organization.users
const { JOBS } = heldQueue()

afterEach(async () => {
  vi.restoreAllMocks()
  await env.DB.exec('DROP TRIGGER IF EXISTS full_disk')
})

/** Organisations' objects of which none is reached. */
const ORGANIZATIONS = {
  getByName: () => ({ appendAction: () => Promise.reject(new Error('Network connection lost.')) }),
} as unknown as Env['ORGANIZATIONS']

interface Change extends Call {
  path: string
}

let made = 0

/** Each change that an admin can make, of things that are new each time. */
async function changes(): Promise<Record<string, Change>> {
  made += 1
  const { id } = await (
    await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: `old ${made}` } })
  ).json<BlockedKeyword>()
  const invited = await admin('/v1/users', { method: 'POST', json: { email: `old${made}@owed.example` } })
  const doomed = await invited.json<User>()
  const site = await admin('/v1/webpages', {
    method: 'POST',
    json: { url: `https://old${made}.example/` },
    variables: { JOBS },
  })
  const { id: siteId } = await site.json<{ id: number }>()
  const agents = await (await admin('/web/v1/agents')).json<{ id: number; type: string; enabled: boolean }[]>()
  const agent = agents.find(({ type }) => type === 'search_ai')!
  const imported = [1, 2, 3].map((n) => ({ email: `p${n}-${made}@owed.example`, role: 'user' }))
  return {
    keyword_added: { path: '/v1/blocked-keywords', method: 'POST', json: { keyword: `new ${made}` } },
    keyword_deleted: { path: `/v1/blocked-keywords/${id}`, method: 'DELETE' },
    user_invited: { path: '/v1/users', method: 'POST', json: { email: `new${made}@owed.example` } },
    users_imported: { path: '/web/v1/users/import', method: 'POST', json: imported },
    user_role_changed: { path: `/v1/users/${doomed.id}`, method: 'PUT', json: { role: 'admin' } },
    user_deactivated: { path: `/v1/users/${doomed.id}/active`, method: 'PUT', json: { active: false } },
    user_deleted: { path: `/v1/users/${doomed.id}`, method: 'DELETE' },
    user_held: { path: `/v1/users/${member!.id}/hold`, method: 'PUT', json: { reason: `case ${made}` } },
    user_released: { path: `/v1/users/${member!.id}/hold`, method: 'DELETE' },
    retention_changed: {
      path: '/v1/retention',
      method: 'PUT',
      json: { conversations: 100 + made, generated_files: null, audit_texts: null },
    },
    agent_changed: { path: `/web/v1/agents/${agent.id}`, method: 'PATCH', json: { enabled: !agent.enabled } },
    quota_changed: {
      path: '/v1/quotas',
      method: 'PUT',
      json: { metric_name: 'questions', time_bucket_type: 'day', quota: 1000 + made },
    },
    models_changed: {
      path: '/v1/model-settings',
      method: 'PUT',
      json: {
        data: [
          {
            name: 'large',
            label: `Model ${made}`,
            is_hidden: false,
            input_price: null,
            output_price: null,
            monthly_limit: null,
          },
        ],
      },
    },
    site_added: { path: '/v1/webpages', method: 'POST', json: { url: `https://new${made}.example/` } },
    site_deleted: { path: `/v1/webpages/${siteId}`, method: 'DELETE' },
  }
}

const run = ({ path, ...call }: Change, variables: Partial<Env> = {}) =>
  admin(path, { ...call, variables: { JOBS, ...variables } })

const recorded = async () => (await actionsOf(organization.id)).map(({ action }) => action)

/** All that admins change. */
async function directory(): Promise<unknown> {
  const tables = ['blocked_keywords', 'users', 'groups', 'retention', 'agents', 'quotas', 'sites', 'owed_actions']
  const found = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)))
  return found.map(({ results }) => results)
}

test('what admins change while the chain cannot be reached is recorded by the next sweep, in order and once', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const all = await changes()
  const before = await recorded()
  for (const [action, change] of Object.entries(all)) {
    const { ok, status } = await run(change, { ORGANIZATIONS })
    expect({ action, ok }, String(status)).toEqual({ action, ok: true })
  }
  expect(await recorded()).toEqual(before)
  await Promise.all([deliverActions(env), deliverActions(env)])
  await deliverActions(env)
  expect(await recorded()).toEqual([...before, ...Object.keys(all)])
  expect(await problems(organization.id)).toEqual([])
})

test('what cannot be recorded is not changed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const all = await changes()
  await env.DB.exec("UPDATE users SET hold_reason = 'x', held_at = '2026-01-01' WHERE email = 'user@owed.example'")
  await env.DB.exec(
    "CREATE TRIGGER full_disk BEFORE INSERT ON owed_actions BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
  )
  const before = await directory()
  for (const [action, change] of Object.entries(all)) {
    const { status } = await run(change)
    expect({ action, status }).toEqual({ action, status: 500 })
  }
  expect(await directory()).toEqual(before)
})

test('an import is recorded with how many it invited', async () => {
  const { users_imported: change } = await changes()
  for (const [created, existing] of [
    [3, 0],
    [0, 3],
  ]) {
    await run(change!)
    expect((await actionsOf(organization.id)).at(-1)).toEqual({
      action: 'users_imported',
      target: 'csv',
      details: JSON.stringify({ created, existing, invalid: 0 }),
    })
  }
})

test('what was delivered a day ago is forgotten', async () => {
  await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: 'forgotten' } })
  const left = () => env.DB.prepare("SELECT count(*) AS n FROM owed_actions WHERE target = 'forgotten'").first('n')
  await deliverActions(env)
  expect(await left()).toBe(1)
  await env.DB.exec("UPDATE owed_actions SET delivered_at = '2026-01-01T00:00:00.000Z'")
  await deliverActions(env)
  expect(await left()).toBe(0)
})

test.each([
  ['a keyword', '/v1/blocked-keywords', { keyword: 'lost answer' }],
  ['a user', '/v1/users', { email: 'lost@owed.example' }],
  ['a site', '/v1/webpages', { url: 'https://lost.example/' }],
])('%s that a lost run of the same call has added is its own', async (_, path, json) => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const add = () => admin(path, { method: 'POST', json, headers, variables: { JOBS } })
  const { id } = await (await add()).json<{ id: number }>()
  const before = await recorded()
  await loseAnswers()
  expect(await (await add()).json()).toMatchObject({ id })
  expect(await recorded()).toEqual(before)
  const other = await admin(path, { method: 'POST', json, variables: { JOBS } })
  expect(await other.json()).toMatchObject({ code: 'already_exists' })
})

/** As a Worker leaves it that dies between its change and its answer, once the claim of its key has ended. */
async function loseAnswers() {
  await queryMember(
    'admin@owed.example',
    'UPDATE idempotency_keys SET result = NULL, created_at = ?',
    Date.now() - 130_000,
  )
}
