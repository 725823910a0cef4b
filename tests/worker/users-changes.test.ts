import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Me, User } from '~/contract/users.ts'
import { refusal } from './harness/files.ts'
import type { Caller } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const notAuthorized = { status: 403, code: 'operation_not_authorized' }
const noUser = { status: 404, code: 'does_not_exist', info: { entity: 'user' } }

let round = 0
let here: Awaited<ReturnType<typeof seed>>
let there: Awaited<ReturnType<typeof seed>>

const seed = (domain: string) => seedMembers(domain, { admin: 'admin', second: 'admin', user: 'user', peer: 'user' })

beforeEach(async () => {
  round += 1
  here = await seed(`here-${round}.example`)
  there = await seed(`there-${round}.example`)
})

const idOf = ({ organization }: typeof here, name: string) =>
  organization.users.find(({ email }) => email.startsWith(`${name}@`))!.id

const put = (caller: Caller, id: number, json: unknown) => caller(`/v1/users/${id}`, { method: 'PUT', json })
const get = (caller: Caller, id: number) => caller(`/v1/users/${id}`)
const me = async (caller: Caller) => (await caller('/web/v1/users/me')).json<Me>()
const roleOf = (id: number) => env.DB.prepare('SELECT role FROM users WHERE id = ?').bind(id).first<string>('role')

describe('one user', () => {
  test('is shown to the admins of the organisation alone', async () => {
    expect(await (await get(here.admin, idOf(here, 'user'))).json<User>()).toMatchObject({
      role: 'user',
      joined: false,
      active: true,
      held: false,
    })
    expect(await refusal(await get(there.admin, idOf(here, 'user')))).toEqual(noUser)
    expect(await refusal(await get(here.user, idOf(here, 'user')))).toEqual(notAuthorized)
    expect(await refusal(await get(here.admin, 999_999))).toEqual(noUser)
  })

  test('counts as joined from the first call on', async () => {
    await me(here.user)
    expect(await (await get(here.admin, idOf(here, 'user'))).json<User>()).toMatchObject({ joined: true })
  })
})

describe('a role', () => {
  test('that an admin changes holds from the next call on', async () => {
    expect((await here.user('/web/v1/users')).status).toBe(403)
    expect(await (await put(here.admin, idOf(here, 'user'), { role: 'admin' })).json()).toMatchObject({ role: 'admin' })
    expect((await here.user('/web/v1/users')).status).toBe(200)
    await put(here.admin, idOf(here, 'user'), { role: 'user' })
    expect((await here.user('/web/v1/users')).status).toBe(403)
  })

  test.each(['admin', 'user'] as const)('is not changed by its owner, an %s', async (name) => {
    const before = await roleOf(idOf(here, name))
    for (const role of ['admin', 'user']) {
      expect(await refusal(await put(here[name], idOf(here, name), { role }))).toEqual(notAuthorized)
    }
    expect(await roleOf(idOf(here, name))).toBe(before)
  })

  test("is not changed by another organisation's admin, who learns of nobody there", async () => {
    expect(await refusal(await put(there.admin, idOf(here, 'user'), { role: 'admin' }))).toEqual(noUser)
    expect(await roleOf(idOf(here, 'user'))).toBe('user')
  })

  test('stays with one of two admins who take it from each other at once', async () => {
    const [one, other] = [idOf(here, 'admin'), idOf(here, 'second')]
    const answers = await Promise.all([
      put(here.admin, other, { role: 'user' }),
      put(here.second, one, { role: 'user' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect([await roleOf(one), await roleOf(other)].toSorted()).toEqual(['admin', 'user'])
  })

  test('is taken from every body that says more only as far as it is a role', async () => {
    const id = idOf(here, 'user')
    const body = { role: 'admin', organization_id: there.organization.id, email: 'x@example.com', id: 1, uid: 'x' }
    expect((await put(here.admin, id, body)).status).toBe(200)
    expect(await (await get(here.admin, id)).json()).toMatchObject({
      id,
      role: 'admin',
      organization_id: here.organization.id,
      email: `user@here-${round}.example`,
    })
  })
})

describe('a language', () => {
  test('is changed by its owner, whatever the role', async () => {
    for (const name of ['admin', 'user'] as const) {
      expect((await put(here[name], idOf(here, name), { language: 'ja' })).status).toBe(200)
      expect(await me(here[name])).toMatchObject({ language: 'ja' })
    }
  })

  test('is changed by an admin, and by no other member', async () => {
    const id = idOf(here, 'user')
    expect((await put(here.admin, id, { language: 'ja' })).status).toBe(200)
    expect(await refusal(await put(here.peer, id, { language: 'en' }))).toEqual(notAuthorized)
    expect(await refusal(await put(here.peer, 999_999, { language: 'en' }))).toEqual(notAuthorized)
    expect(await refusal(await put(there.admin, id, { language: 'en' }))).toEqual(noUser)
    expect(await me(here.user)).toMatchObject({ language: 'ja' })
  })
})

test.each([{}, { role: 'owner' }, { language: 'fr' }, { role: null }])('%j is no change', async (body) => {
  expect(await refusal(await put(here.admin, idOf(here, 'user'), body))).toEqual({
    status: 400,
    code: 'invalid_request',
  })
})
