import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminAction } from '~/contract/audits.ts'
import type { Paged } from '~/contract/shared.ts'
import type { User } from '~/contract/users.ts'
import { ask } from './harness/asking.ts'
import type { Caller } from './harness/callers.ts'
import { refusal, textFile, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { eventsOf, isDelta, scripted, StreamReader } from './harness/streams.ts'

let round = 0
let here: Awaited<ReturnType<typeof seed>>

const seed = (domain: string) => seedMembers(domain, { admin: 'admin', second: 'admin', user: 'user' })

beforeEach(async () => {
  round += 1
  here = await seed(`active-${round}.example`)
})

const idOf = (name: string) => here.organization.users.find(({ email }) => email.startsWith(`${name}@`))!.id
const set = (caller: Caller, id: number, active: boolean) =>
  caller(`/v1/users/${id}/active`, { method: 'PUT', json: { active } })

const notActive = { status: 403, code: 'not_active' }
const notAuthorized = { status: 403, code: 'operation_not_authorized' }

describe('deactivating a user', () => {
  test('takes the access and keeps everything, until it is given back', async () => {
    await eventsOf(await ask(here.user, { query: (await scripted([{ say: 'Hello' }])).mark }))
    const file = await uploaded(here.user, textFile('mine.txt'))

    const response = await set(here.admin, idOf('user'), false)
    expect(await response.json<User>()).toMatchObject({ active: false, joined: true })
    for (const path of ['/web/v1/users/me', '/web/v1/conversations', `/v1/files/${file.id}`])
      expect(await refusal(await here.user(path))).toEqual(notActive)

    expect(await (await set(here.admin, idOf('user'), true)).json<User>()).toMatchObject({ active: true })
    expect((await here.user(`/v1/files/${file.id}`)).status).toBe(200)
    expect(await (await here.user('/web/v1/conversations')).json()).toMatchObject({ total: 1 })
  })

  test('ends an answer that is being written, with what it said so far', async () => {
    const answer = await scripted([{ say: 'Half' }, { hold: true }])
    const reader = new StreamReader(await ask(here.user, { query: answer.mark }))
    await reader.until(isDelta)
    await set(here.admin, idOf('user'), false)
    await answer.hungUp()
    await reader.rest()
    await set(here.admin, idOf('user'), true)
    const { data } = await (await here.user('/web/v1/conversations')).json<Paged<{ id: number }>>()
    const entries = await (await here.user(`/v1/conversations/${data[0]!.id}/entries`)).json<Paged<unknown>>()
    expect(JSON.stringify(entries.data)).toContain('Half')
  })

  test('holds for one who has not signed in yet', async () => {
    await set(here.admin, idOf('user'), false)
    expect(await refusal(await here.user('/web/v1/users/me'))).toEqual(notActive)
  })

  test('is not for oneself, not for users, and nothing to another organisation', async () => {
    const other = await seedMembers(`elsewhere-${round}.example`, { admin: 'admin' })
    expect(await refusal(await set(here.admin, idOf('admin'), false))).toEqual(notAuthorized)
    expect(await refusal(await set(here.user, idOf('second'), false))).toEqual(notAuthorized)
    expect(await refusal(await set(other.admin, idOf('user'), false))).toMatchObject({ status: 404 })
  })

  test('leaves one of two admins who deactivate each other at once', async () => {
    await Promise.all([here.admin, here.second].map((caller) => caller('/web/v1/users/me')))
    await Promise.all([set(here.admin, idOf('second'), false), set(here.second, idOf('admin'), false)])
    const active = await env.DB.prepare(
      "SELECT count(*) AS n FROM users WHERE organization_id = ? AND role = 'admin' AND deactivated_at IS NULL",
    )
      .bind(here.organization.id)
      .first<number>('n')
    expect(active).toBe(1)
  })

  test('is recorded once, however often it is asked for', async () => {
    for (const active of [false, false, true]) await set(here.admin, idOf('user'), active)
    const { data } = await (await here.admin('/v1/actions')).json<Paged<AdminAction>>()
    expect(data.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'user_activated', details: { user_id: idOf('user'), role: 'user' } },
      { action: 'user_deactivated', details: { user_id: idOf('user'), role: 'user' } },
    ])
  })
})
