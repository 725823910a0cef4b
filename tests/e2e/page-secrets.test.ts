import { expect, inject, test } from 'vitest'
import { IdentityToolkit } from '../../scripts/local/identity/identity-toolkit.ts'
import { emailOf, idToken, password, startSecondApp } from './harness/index.ts'

const app = await startSecondApp({ seed: 'tests/e2e/harness/seed-foreign.ts', variables: {} })

/** What only admins may read has this word; what another organisation has, the other (`seed-foreign.ts`). */
const ofAdmins = 'zqadmins'
const foreign = 'zqforeign'

const accounts = new IdentityToolkit(inject('authUrl'))
const tokenOf = async (email: string) => {
  await accounts.ensureAccount(email, password)
  return accounts.signIn(email, password)
}
const admin = await idToken('admin')
const tokens = {
  user: await idToken('user'),
  demoted: await tokenOf('demoted@example.com'),
  left: await tokenOf('left@example.com'),
  stranger: await tokenOf('uninvited@example.com'),
  signedOut: await tokenOf('signed-out@example.com'),
}

async function call<Result>(path: string, method = 'GET', body?: unknown, token = admin): Promise<Result> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(app.url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect([path, response.status, text]).toEqual([path, expect.toSatisfy((status) => status < 300), text])
  return (text.startsWith('{') ? JSON.parse(text) : text) as Result
}

/** A page as the server makes it for whoever has this token in the session's cookie. */
async function page(path: string, token?: string) {
  const headers = new Headers(token ? { cookie: `session=${token}` } : {})
  const response = await fetch(app.url + path, { headers, redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

const id = async (email: string) => (await call<{ data: { id: number }[] }>(`/web/v1/users?email=${email}`)).data[0]!.id
for (const token of [tokens.demoted, tokens.left]) await call('/web/v1/users/me', 'GET', undefined, token)
await call('/web/v1/chat', 'POST', { query: `What is ${ofAdmins}?` }, tokens.left)
await call(`/v1/users/${await id('demoted@example.com')}`, 'PUT', { role: 'user' })
await call(`/v1/users/${await id('left@example.com')}/active`, 'PUT', { active: false })
await call('/v1/users', 'POST', { email: `${ofAdmins}@example.com` })
await call('/v1/blocked-keywords', 'POST', { keyword: ofAdmins })
await call('/v1/webpages', 'POST', { url: `https://${ofAdmins}.example/`, max_pages: 1 })

// An admin who was in, and has signed out.
await call('/v1/users', 'POST', { email: 'signed-out@example.com', role: 'admin' })
await call('/web/v1/users', 'GET', undefined, tokens.signedOut)
await call('/web/v1/session', 'DELETE', undefined, tokens.signedOut)

const adminPages = [
  'users',
  'audits',
  'metrics',
  'rules',
  'agents',
  'webpages',
  'retention',
  'models',
  'api-keys',
  'system',
  'nowhere',
]
  .map((screen) => `/admin/${screen}`)
  .concat('/admin', '/admin/users?user=1', '/admin/audits?audit=1', `/admin/users?email=${ofAdmins.slice(2)}`)
const memberPages = ['/', '/chat', '/chat/1', '/files', '/files/1', '/chat?preview=1', '/password', '/nowhere']

test('the pages of an admin have what only admins may read, and nothing of another organisation', async () => {
  const read: string[] = []
  for (const path of [...adminPages, ...memberPages]) {
    const { html } = await page(path, admin)
    if (html.includes(ofAdmins)) read.push(path)
    expect([path, html.includes(foreign)]).toEqual([path, false])
  }
  expect(read).toEqual(expect.arrayContaining(['/admin/users', '/admin/rules', '/admin/webpages']))
})

test.each(['user', 'demoted'] as const)(
  'a %s is sent away from every page of admins, and reads nothing there',
  async (who) => {
    for (const path of adminPages) {
      const { status, location, html } = await page(path, tokens[who])
      expect([path, status, location]).toEqual([path, 307, '/chat'])
      expect([path, html.includes(ofAdmins), html.includes(foreign)]).toEqual([path, false, false])
    }
  },
)

test.each(['left', 'stranger', 'signedOut', 'nobody'] as const)(
  'for %s no page has anything of the product in it',
  async (who) => {
    const token = who === 'nobody' ? undefined : tokens[who]
    for (const path of [...adminPages, ...memberPages]) {
      const { html } = await page(path, token)
      for (const word of [ofAdmins, foreign, emailOf('admin'), emailOf('user')])
        expect([path, word, html.includes(word)]).toEqual([path, word, false])
    }
  },
)

test('the pages of a user have nothing of admins or of another organisation', async () => {
  for (const path of memberPages) {
    const { html } = await page(path, tokens.user)
    expect([path, html.includes(ofAdmins), html.includes(foreign)]).toEqual([path, false, false])
  }
})
