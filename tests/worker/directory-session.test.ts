import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { Me } from '~/contract/users.ts'
import type { Caller } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const bookmark = '00000001-00000002-00004c6d-8e61117bf38d7adb71b934ebbf891683'

/** A database whose replicas do not know yet what became of the users; it is asked there unless a session says otherwise. */
const behind = {
  withSession(start: string) {
    let isAtPrimary = start === bookmark
    return {
      prepare(query: string) {
        if (/^\s*(insert|update|delete)/i.test(query)) isAtPrimary = true
        return env.DB.prepare(isAtPrimary ? query : query.replaceAll('"users"', '"users_at_replica"'))
      },
      batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
      getBookmark: () => (isAtPrimary ? bookmark : null),
    }
  },
} as unknown as D1Database
const variables = { DB: behind }

let hanako: Caller
let changed: Response

const languageOf = async (headers: HeadersInit = {}) =>
  ((await (await hanako('/web/v1/users/me', { headers, variables })).json()) as Me).language

beforeAll(async () => {
  const { organization, hanako: caller } = await seedMembers('session.example', { hanako: 'user' })
  hanako = caller
  await hanako('/web/v1/users/me')
  await env.DB.prepare('CREATE TABLE users_at_replica AS SELECT * FROM users').run()
  const change = { method: 'PUT', json: { language: 'ja' }, variables }
  changed = await hanako(`/v1/users/${organization.users[0]!.id}`, change)
  expect(changed.status).toBe(200)
})

test('reads may come from a replica', async () => {
  expect(await languageOf()).toBe('en')
})

test('a browser sees what it has just changed, by a cookie that no script reads', async () => {
  const cookie = changed.headers.get('set-cookie')
  expect(cookie).toBe(`d1_bookmark=${bookmark}; Path=/; Max-Age=300; HttpOnly; SameSite=Lax`)
  expect(await languageOf({ cookie: `a=b; ${cookie!.split(';')[0]}; c=d` })).toBe('ja')
})

test('another program sees it by the header that came with its answer', async () => {
  expect(changed.headers.get('x-d1-bookmark')).toBe(bookmark)
  expect(await languageOf({ 'x-d1-bookmark': bookmark })).toBe('ja')
})

test('who only reads keeps the cookie of an earlier change', async () => {
  const read = await hanako('/web/v1/users/me', { headers: { 'x-d1-bookmark': bookmark }, variables })
  expect(read.headers.get('x-d1-bookmark')).toBe(bookmark)
  expect(read.headers.get('set-cookie')).toBeNull()
})

test('what is no bookmark is not used', async () => {
  for (const made of ['', 'first-primary', `${bookmark}; x`, '../..'])
    expect(await languageOf({ 'x-d1-bookmark': made })).toBe('en')
})
