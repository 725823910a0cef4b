import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Caller, signedIn } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { inviteInto } from './authorisation/actors.ts'
import { sweep } from '~/provider/sweep.ts'

const { organization } = await seedMembers('out.test', { hanako: 'user', taro: 'user' })
const now = Math.floor(Date.now() / 1000)
/** A token of the sign-in of that many minutes ago; each is another text. */
const tokenOf = (name: string, minutes: number) =>
  signedIn(`${name}@out.test`, { auth_time: now - 60 * minutes, iat: now - Math.ceil(Math.random() * 50) })

const status = async (caller: Caller, path = '/web/v1/users/me') => (await caller(path)).status
const signOut = async (caller: Caller) => (await caller('/web/v1/session', { method: 'DELETE' })).status
const ended = () => env.DB.prepare('SELECT uid, ended_at FROM ended_sessions').all()

test('signing out ends every token of the sign-in, copied or renewed, and no other', async () => {
  const [tab, copied, phone, other] = await Promise.all([
    tokenOf('hanako', 5),
    tokenOf('hanako', 5),
    tokenOf('hanako', 7),
    tokenOf('taro', 5),
  ])
  expect(await status(copied)).toBe(200)
  expect(await signOut(tab)).toBe(204)
  expect([await status(tab), await status(copied)]).toEqual([401, 401])
  expect(await status(await tokenOf('hanako', 5))).toBe(401)
  expect([await status(phone), await status(other)]).toEqual([200, 200])
})

test('whoever is signed out is told so, and signs nobody out again', async () => {
  const tab = await tokenOf('taro', 9)
  expect(await signOut(tab)).toBe(204)
  const before = await ended()
  const again = await tab('/web/v1/session', { method: 'DELETE' })
  expect([again.status, await again.json()]).toEqual([401, expect.objectContaining({ code: 'invalid_credentials' })])
  expect((await ended()).results).toEqual(before.results)
})

test('no invitation is taken by a session that has ended', async () => {
  const [left, later] = await Promise.all([tokenOf('newcomer', 3), tokenOf('newcomer', 2)])
  expect(await signOut(left)).toBe(204)
  const id = await inviteInto(organization.id, 'newcomer@out.test')
  expect(await status(left, '/web/v1/invitations')).toBe(401)
  expect((await left(`/web/v1/invitations/${id}/acceptance`, { method: 'POST' })).status).toBe(401)
  expect(await status(left)).toBe(401)
  expect(await env.DB.prepare('SELECT uid FROM users WHERE id = ?').bind(id).first('uid')).toBeNull()
  expect(await status(later)).toBe(200)
})

test('what has ended is forgotten once no token of it can be good', async () => {
  const tab = await tokenOf('hanako', 11)
  await signOut(tab)
  const set = (minutes: number) =>
    env.DB.prepare('UPDATE ended_sessions SET ended_at = ?').bind(new Date(Date.now() - minutes * 60_000).toISOString())
  await set(65).run()
  await sweep(env)
  expect(await status(tab)).toBe(401)
  await set(121).run()
  await sweep(env)
  expect((await ended()).results).toEqual([])
})
