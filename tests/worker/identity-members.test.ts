import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Identity } from '~/provider/identity/claims.ts'
import * as members from '~/provider/identity/members.ts'

const notInvited = expect.objectContaining({ code: 'user_not_invited', status: 403 })
const hanako: Identity = {
  uid: 'uid-hanako',
  email: 'hanako@example.com',
  name: 'Hanako',
  picture: null,
  signedInAt: 0,
}

const findMember = async (d1: D1Database, identity: Identity) => (await members.findMember(d1, identity)).member

/** Invites an address, as an admin does: a private group and a user without a uid. */
async function invite(email: string, role = 'user') {
  const organization = await insert("INSERT INTO organizations (name) VALUES ('Example') RETURNING id")
  const group = await insert(
    "INSERT INTO groups (organization_id, name, type) VALUES (?, 'Private', 'user') RETURNING id",
    organization,
  )
  const id = await insert(
    "INSERT INTO users (organization_id, private_group_id, email, role, language) VALUES (?, ?, ?, ?, 'en') RETURNING id",
    organization,
    group,
    email,
    role,
  )
  return { id, organization, group }
}

async function insert(sql: string, ...values: unknown[]) {
  return (await env.DB.prepare(sql)
    .bind(...values)
    .first<number>('id'))!
}

const stored = (id: number) =>
  env.DB.prepare('SELECT uid, email, name, picture FROM users WHERE id = ?').bind(id).first<Record<string, unknown>>()

const deactivate = (id: number) =>
  env.DB.prepare("UPDATE users SET deactivated_at = '2026-01-01T00:00:00Z' WHERE id = ?").bind(id).run()

const boundCount = () => env.DB.prepare('SELECT count(uid) AS bound FROM users').first<number>('bound')

beforeEach(async () => {
  await env.DB.batch(['users', 'groups', 'organizations'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
})

describe('the first sign-in with an invited address', () => {
  test('binds the account to the invitation', async () => {
    const { id, organization, group } = await invite('hanako@example.com')
    const randomKey = expect.stringMatching(/^[0-9a-f]{32}$/)
    expect(await findMember(env.DB, { ...hanako, picture: 'https://example.com/h.png' })).toEqual({
      id,
      key: randomKey,
      organizationKey: randomKey,
      organizationId: organization,
      privateGroupId: group,
      role: 'user',
      language: 'en',
      email: 'hanako@example.com',
      name: 'Hanako',
      picture: 'https://example.com/h.png',
    })
    expect(await stored(id)).toMatchObject({ uid: 'uid-hanako', name: 'Hanako', picture: 'https://example.com/h.png' })
  })

  test('takes the address whatever the case of its letters and the spaces around it', async () => {
    const { id } = await invite('hanako@example.com')
    expect(await findMember(env.DB, { ...hanako, email: ' Hanako@EXAMPLE.com ' })).toMatchObject({ id })
  })

  test.each(['hana\u212Ao@example.com', '\uFF48anako@example.com', 'hanako@example.com.', 'h%@example.com', 'hanako'])(
    'does not take %j for it',
    async (email) => {
      const { id } = await invite('hanako@example.com')
      await expect(findMember(env.DB, { ...hanako, email })).rejects.toThrow(notInvited)
      expect(await stored(id)).toMatchObject({ uid: null })
    },
  )

  test('binds to neither of two organisations that have invited it, whichever was first', async () => {
    const [first, second] = [await invite('hanako@example.com'), await invite('hanako@example.com')]
    await expect(findMember(env.DB, hanako)).rejects.toThrow(
      expect.objectContaining({ code: 'organization_not_chosen', status: 403 }),
    )
    expect(await stored(first.id)).toMatchObject({ uid: null })
    expect(await stored(second.id)).toMatchObject({ uid: null })
  })

  test('binds to the only one of two that still wants it', async () => {
    const first = await invite('hanako@example.com')
    const second = await invite('hanako@example.com')
    await deactivate(first.id)
    expect(await findMember(env.DB, hanako)).toMatchObject({ id: second.id })
  })

  test('binds to none that has taken it back', async () => {
    const { id } = await invite('hanako@example.com')
    await deactivate(id)
    await expect(findMember(env.DB, hanako)).rejects.toThrow(expect.objectContaining({ code: 'not_active' }))
    expect(await stored(id)).toMatchObject({ uid: null })
  })

  test('binds once when twenty tabs sign in at the same time, and lets all of them in', async () => {
    const { id } = await invite('hanako@example.com')
    const members = await Promise.all(Array.from({ length: 20 }, () => findMember(env.DB, hanako)))
    expect(new Set(members.map((member) => member.id))).toEqual(new Set([id]))
    expect(await boundCount()).toBe(1)
  })

  test('lets one of two accounts in that race for one invitation', async () => {
    await invite('hanako@example.com')
    const outcomes = await Promise.allSettled([
      findMember(env.DB, hanako),
      findMember(env.DB, { ...hanako, uid: 'uid-other' }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toEqual(notInvited)
  })

  test('binds one invitation when an account claims two at the same time', async () => {
    await invite('hanako@example.com')
    await invite('hanako@example.org')
    const [one, other] = await Promise.all([
      findMember(env.DB, hanako),
      findMember(env.DB, { ...hanako, email: 'hanako@example.org' }),
    ])
    expect(one.id).toBe(other.id)
    expect(await boundCount()).toBe(1)
  })
})

describe('an account that is bound', () => {
  test('is known by its uid alone, also when its address has changed to that of another invitation', async () => {
    const { id } = await invite('hanako@example.com')
    const boss = await invite('boss@example.com', 'admin')
    await findMember(env.DB, hanako)
    const member = await findMember(env.DB, { ...hanako, email: 'boss@example.com' })
    expect(member).toMatchObject({ id, email: 'hanako@example.com', role: 'user' })
    expect(await stored(boss.id)).toMatchObject({ uid: null })
  })

  test('keeps its invitation from another account with the same address', async () => {
    const { id } = await invite('hanako@example.com')
    await findMember(env.DB, hanako)
    await expect(findMember(env.DB, { ...hanako, uid: 'uid-other' })).rejects.toThrow(notInvited)
    expect(await stored(id)).toMatchObject({ uid: 'uid-hanako' })
  })

  test('has the role and the language of this moment', async () => {
    const { id } = await invite('hanako@example.com', 'admin')
    expect(await findMember(env.DB, hanako)).toMatchObject({ role: 'admin', language: 'en' })
    await env.DB.prepare("UPDATE users SET role = 'user', language = 'ja' WHERE id = ?").bind(id).run()
    expect(await findMember(env.DB, hanako)).toMatchObject({ role: 'user', language: 'ja' })
  })

  test('is out from the moment its invitation is deleted', async () => {
    const { id } = await invite('hanako@example.com')
    await findMember(env.DB, hanako)
    await env.DB.prepare('DELETE FROM users WHERE id = ?').bind(id).run()
    await expect(findMember(env.DB, hanako)).rejects.toThrow(notInvited)
  })

  test('shows a changed name, and keeps the known one where the account says nothing', async () => {
    const { id } = await invite('hanako@example.com')
    await findMember(env.DB, hanako)
    expect(await findMember(env.DB, { ...hanako, name: 'Hanako Yamada' })).toMatchObject({ name: 'Hanako Yamada' })
    expect(await findMember(env.DB, { ...hanako, name: null })).toMatchObject({ name: 'Hanako Yamada' })
    expect(await stored(id)).toMatchObject({ name: 'Hanako Yamada' })
  })
})

test('an address that nobody invited is not let in, and leaves nothing behind', async () => {
  await invite('taro@example.com')
  await expect(findMember(env.DB, hanako)).rejects.toThrow(notInvited)
  expect(await boundCount()).toBe(0)
})
