import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { endpoints } from '~/contract/index.ts'
import { seedMembers } from './harness/members.ts'

const { admin } = await seedMembers('emulators.test', { admin: 'admin' })

afterEach(() => vi.unstubAllGlobals())

/** What a Worker may be told that is deployed, or has a real project's data, by mistake or by someone else. */
const trusting: [string, Partial<Env>][] = [
  ['a demo project and keys from elsewhere', { AUTH_JWKS_URL: 'https://emulator.example/jwks' }],
  ['a demo project and keys of a neighbour', { AUTH_JWKS_URL: 'http://10.0.0.5:9099/jwks' }],
  ["a real project and an emulator's keys", { FIREBASE_PROJECT_ID: 'production' }],
  ["a machine's own accounts and keys from elsewhere", { FIREBASE_PROJECT_ID: 'own_accounts', AUTH_JWKS_URL: '' }],
]

test.each(trusting)('a Worker with %s takes no token, however well it is signed', async (_, variables) => {
  const asked = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', asked)
  const forMembers = Object.values(endpoints).filter(({ access }) => access !== 'public' && access !== 'signature')
  for (const { method, path } of forMembers) {
    const address = path.replaceAll(/\{\w+\}/g, '1')
    const response = await admin(address, { method: method.toUpperCase(), variables })
    expect([address, response.status, await response.json()]).toEqual([
      address,
      500,
      expect.objectContaining({ code: 'fatal' }),
    ])
  }
  expect(asked).not.toHaveBeenCalled()
  expect(await env.DB.prepare('SELECT count(uid) AS n FROM users').first('n')).toBe(0)
})
