import { expect, test } from 'vitest'
import { endpoints } from '~/contract/index.ts'
import { type Call, type Caller, signedOut } from '../harness/callers.ts'
import { seedMembers } from '../harness/members.ts'
import { variables } from './objects.ts'
import { everythingKept } from './state.ts'

const { admin, user } = await seedMembers('spellings.test', { admin: 'admin', user: 'user' })
for (const caller of [admin, user]) await caller('/web/v1/users/me')
// Whoever asks for an organisation's agents first makes their rows.
await admin('/web/v1/agents')

/** Other ways to write a call, which something in front of the product, or a router, may take for the same. */
const spellings: Record<string, (path: string, method: string) => [path: string, call: Call]> = {
  'a slash at its end': (path, method) => [`${path}/`, { method }],
  'two slashes at its beginning': (path, method) => [`/${path}`, { method }],
  'two slashes within': (path, method) => [path.replace('/v1/', '/v1//'), { method }],
  'an encoded dot': (path, method) => [path.replace('/v1/', '/v1/%2e/'), { method }],
  'encoded dots that lead back': (path, method) => [path.replace('/v1/', '/v1/open/%2e%2e/'), { method }],
  'an encoded slash': (path, method) => [path.replace('/v1/', '/v1%2f'), { method }],
  'an encoded letter': (path, method) => [path.replace('/v1/', '/%761/'), { method }],
  capitals: (path, method) => [path.toUpperCase(), { method }],
  'a parameter of its path': (path, method) => [`${path};a=b`, { method }],
  'an encoded NUL at its end': (path, method) => [`${path}%00`, { method }],
  'HEAD in its place': (path) => [path, { method: 'HEAD' }],
  'small letters for its method': (path, method) => [path, { method: method.toLowerCase() }],
  'a header that names its method': (path, method) => [
    path,
    { method: 'GET', headers: { 'x-http-method-override': method, 'x-method-override': method } },
  ],
  'a query that names its method': (path, method) => [`${path}?_method=${method}`, { method: 'GET' }],
  'a form that names its method': (path, method) => [
    path,
    { method: 'POST', body: new URLSearchParams({ _method: method }) },
  ],
}

const closed = Object.values(endpoints).filter(({ access }) => access !== 'public' && access !== 'signature')
const forAdmins = closed.filter(({ access }) => access === 'admin')

/** What is answered to other spellings of these endpoints where it is none of `statuses`. */
async function wrongly(spell: (typeof spellings)[string], list: typeof closed, caller: Caller, statuses: number[]) {
  const wrong: unknown[] = []
  for (const { method, path } of list) {
    const [address, call] = spell(path.replaceAll(/\{\w+\}/g, '1'), method.toUpperCase())
    const { status } = await caller(address, { ...call, variables: variables() })
    // Another endpoint may have the path and the method that are left: its own row says whose that is.
    const isAnother = closed.some((other) => other.path === path && other.method === call.method?.toLowerCase())
    if (!statuses.includes(status) && !(isAnother && call.method !== method.toUpperCase()))
      wrong.push({ address, method, status })
  }
  return wrong
}

test.each(Object.entries(spellings))(
  '%s opens nothing to nobody, nor what is for admins to a user, and changes nothing',
  async (_, spell) => {
    const before = await everythingKept()
    expect(await wrongly(spell, closed, signedOut, [401, 404, 405])).toEqual([])
    expect(await wrongly(spell, forAdmins, user, [403, 404, 405])).toEqual([])
    expect(await everythingKept()).toEqual(before)
  },
)

/** Exports, addresses and verifications are recorded. */
test('what only reads changes nothing, whichever other method a header or a query names, nor does HEAD', async () => {
  const before = await everythingKept()
  const reading = closed.filter(({ method, path }) => method === 'get' && !/csv|url|validate|verification/.test(path))
  for (const { path } of reading) {
    const address = path.replaceAll(/\{\w+\}/g, '1')
    await admin(address, { method: 'HEAD', variables: variables() })
    await admin(`${address}?_method=DELETE`, {
      headers: { 'x-http-method-override': 'DELETE' },
      variables: variables(),
    })
  }
  expect(await everythingKept()).toEqual(before)
})
