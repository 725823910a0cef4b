import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { identityOf } from '~/provider/identity/claims.ts'
import { signingKeyIn } from '../../../scripts/local/identity/signing-key.ts'
import { openForWorker, publicHandlers } from '../../../scripts/serve/accounts/endpoints.ts'
import { IdentityService, linkLifetimes, type SendLink } from '../../../scripts/serve/accounts/identity-service.ts'
import { AccountStore } from '../../../scripts/serve/accounts/store.ts'

// Its costs are those of its own test.
vi.mock(import('node:crypto'), async (load) => {
  const { scrypt, ...others } = await load()
  const cheap = (...[password, salt, length, , done]: Parameters<typeof scrypt>) =>
    scrypt(password, salt, length, { N: 2, r: 1, p: 1 }, done)
  return { ...others, scrypt: cheap as typeof scrypt }
})

const email = 'sato@example.com'
const password = 'a long enough sentence'
const secret = 'what the Worker and the machine both know'

const key = await signingKeyIn(join(mkdtempSync(join(tmpdir(), 'key-')), 'key.json'))
let directory: string
let store: AccountStore
let url: string
let mails: Parameters<SendLink>[]

/** The accounts of a new directory, as browsers reach them. */
async function open(sendLink?: SendLink) {
  directory = mkdtempSync(join(tmpdir(), 'accounts-'))
  const opened = new AccountStore(join(directory, 'accounts.sqlite'))
  store = opened
  const service = new IdentityService({ store: opened, key, sendLink })
  const handlers = publicHandlers(service)
  const server = createServer((incoming, outgoing) => {
    const [, handler] = Object.entries(handlers).find(([prefix]) => incoming.url!.startsWith(prefix))!
    handler(incoming, outgoing, incoming.url!)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const forWorker = await openForWorker(service, secret, 0)
  onTestFinished(() => {
    vi.useRealTimers()
    for (const one of [server, forWorker]) {
      one.close()
      one.closeAllConnections()
    }
    opened.close()
  })
  url = originOf(server)
  return { service, workerUrl: originOf(forWorker) }
}

const originOf = (server: { address(): unknown }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const codeFor = (lifetime = linkLifetimes.invitation) => store.makeCode(store.ensure(email).account.uid, lifetime)

interface Answer {
  error?: { message: string }
  idToken: string
  refreshToken: string
  id_token: string
  email: string
  users: { email: string; emailVerified: boolean }[]
}

async function call(name: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:${name}?key=none`.split('?')[0]!, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return response.json() as Promise<Answer>
}

const refresh = async (token: string) => {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token })
  const response = await fetch(`${url}/securetoken.googleapis.com/v1/token`, { method: 'POST', body })
  return (await response.json()) as Answer
}

const signIn = (typed = password, from = '203.0.113.7', who = email) =>
  call('signInWithPassword', { email: who, password: typed }, { 'x-forwarded-for': `198.51.100.1, ${from}` })

async function member() {
  await call('resetPassword', { oobCode: codeFor(), newPassword: password })
  return signIn()
}

beforeEach(async () => {
  mails = []
  await open(async (...mail) => void mails.push(mail))
})

test('a link tells whose it is, sets the password once, and no other link of that account works after it', async () => {
  const [code, other] = [codeFor(), codeFor()]
  expect(await call('resetPassword', { oobCode: code })).toMatchObject({ email })
  expect(await call('resetPassword', { oobCode: code, newPassword: password })).toMatchObject({ email })
  for (const used of [code, other])
    expect((await call('resetPassword', { oobCode: used, newPassword: `${password}!` })).error?.message).toBe(
      'INVALID_OOB_CODE',
    )
  expect((await signIn()).idToken).toBeTruthy()
})

test('a link that is used twice at once sets one password', async () => {
  const code = codeFor()
  const set = (newPassword: string) => call('resetPassword', { oobCode: code, newPassword })
  const answers = await Promise.all([set('the first of two sentences'), set('the second of two sentences')])
  expect(answers.filter(({ error }) => error)).toHaveLength(1)
})

test('a link whose time is over sets nothing, nor does one that nobody made', async () => {
  const code = codeFor(-1)
  expect((await call('resetPassword', { oobCode: code, newPassword: password })).error?.message).toBe(
    'EXPIRED_OOB_CODE',
  )
  expect((await call('resetPassword', { oobCode: 'made-up' })).error?.message).toBe('INVALID_OOB_CODE')
  expect((await signIn()).error?.message).toBe('INVALID_LOGIN_CREDENTIALS')
})

test('a password that is too short is refused, and the link still works', async () => {
  const code = codeFor()
  const refused = await call('resetPassword', { oobCode: code, newPassword: 'eleven char' })
  expect(refused.error?.message).toMatch(/^WEAK_PASSWORD : /)
  expect((await call('resetPassword', { oobCode: code, newPassword: password })).error).toBeUndefined()
})

test('who signs in gets a token that the Worker takes as theirs', async () => {
  const { idToken } = await member()
  const settings = { projectId: 'own_accounts', tenantId: undefined, keysUrl: '' }
  expect(identityOf(decodeJwt(idToken), settings, Date.now() / 1000)).toMatchObject({ email, name: null })
  expect((await call('lookup', { idToken })).users).toEqual([expect.objectContaining({ email, emailVerified: true })])
})

test('a wrong password, an unknown address and an account that has none yet are refused alike', async () => {
  await member()
  store.ensure('new@example.com')
  const wrong = await signIn('wrong')
  expect(wrong.error?.message).toBe('INVALID_LOGIN_CREDENTIALS')
  for (const who of ['nobody@example.com', 'new@example.com'])
    expect(await signIn('wrong', undefined, who)).toEqual(wrong)
})

test('after ten wrong passwords from one address not even the right one is taken there, until a quarter of an hour is over', async () => {
  await member()
  for (let attempt = 0; attempt < 10; attempt++) await signIn('wrong')
  expect((await signIn()).error?.message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  expect((await signIn(password, undefined, ` ${email.toUpperCase()} `)).error?.message).toBe(
    'TOO_MANY_ATTEMPTS_TRY_LATER',
  )
  // Elsewhere its owner still gets in, and an address that the client itself wrote changes nothing.
  expect((await signIn(password, '203.0.113.8')).idToken).toBeTruthy()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 })
  expect((await signIn()).idToken).toBeTruthy()
})

test('what is right is not counted: a whole office signs in from one address', async () => {
  await member()
  for (let attempt = 0; attempt < 12; attempt++) expect((await signIn()).idToken).toBeTruthy()
})

test('a network of IPv6 is one address', async () => {
  await member()
  for (let attempt = 0; attempt < 10; attempt++) await signIn('wrong', `2001:db8::${attempt + 1}`)
  expect((await signIn(password, '2001:db8:0:0:1:2:3:4')).error?.message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  expect((await signIn(password, '2001:db8:0:1::1')).idToken).toBeTruthy()
})

test('a session is carried on by its refresh token, until the password changes or nobody does for a month', async () => {
  const { idToken, refreshToken } = await member()
  expect((await refresh(refreshToken)).id_token).toBeTruthy()
  expect((await refresh('made-up')).error?.message).toBe('TOKEN_EXPIRED')

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  await call('resetPassword', { oobCode: codeFor(), newPassword: `${password} anew` })
  expect((await refresh(refreshToken)).error?.message).toBe('TOKEN_EXPIRED')
  expect((await call('lookup', { idToken })).error?.message).toBe('TOKEN_EXPIRED')

  const later = await signIn(`${password} anew`)
  vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60_000)
  expect((await refresh(later.refreshToken)).error?.message).toBe('TOKEN_EXPIRED')
})

test('a token that another key signed, or none, is nobody', async () => {
  const { idToken } = await member()
  const { privateKey } = await generateKeyPair('RS256')
  const forged = new SignJWT(decodeJwt(idToken)).setProtectedHeader({ alg: 'RS256', kid: 'x' }).sign(privateKey)
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${idToken.split('.')[1]}.`
  for (const token of [await forged, unsigned, `${idToken.slice(0, -9)}AAAAAAAAA`])
    expect((await call('lookup', { idToken: token })).error?.message).toBe('INVALID_ID_TOKEN')
})

test('who forgot the password gets a mail, and nobody learns from the answer who has an account', async () => {
  store.ensure(email)
  const ask = (who: string) =>
    call('sendOobCode', { requestType: 'PASSWORD_RESET', email: who }, { 'x-firebase-locale': 'en' })
  expect(await ask(email)).toEqual({ email })
  expect(await ask('nobody@example.com')).toEqual({ email: 'nobody@example.com' })
  expect(mails).toEqual([['reset', email, expect.any(String), 'en']])
  const [, , code] = mails[0]!
  expect((await call('resetPassword', { oobCode: code, newPassword: password })).error).toBeUndefined()
  for (let attempt = 0; attempt < 2; attempt++) await ask(email)
  expect((await ask(email)).error?.message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
})

test('without a mail server nothing pretends to send', async () => {
  await open()
  store.ensure(email)
  const answer = await call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  expect(answer.error?.message).toBe('OPERATION_NOT_ALLOWED')
})

test('nobody can register, and what makes accounts is not to be had from outside', async () => {
  for (const name of ['signUp', 'update', 'delete', 'batchGet', 'signInWithIdp'])
    expect((await call(name, { email, password })).error?.message).toBe('NOT_FOUND')
  const path = '/identitytoolkit.googleapis.com/v1/projects/own_accounts/accounts'
  const response = await fetch(url + path, { method: 'POST', headers: { authorization: 'Bearer owner' }, body: '{}' })
  expect(response.status).toBe(404)
})

test('what is no call of the SDK is refused: other types, long or broken bodies, fields that are no texts', async () => {
  const path = `${url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`
  const json = { 'content-type': 'application/json' }
  const bodies = ['', '{', 'null', '[]', JSON.stringify({ email: ['a'], password: 1 }), `"${'x'.repeat(20_000)}"`]
  for (const body of bodies) expect((await fetch(path, { method: 'POST', headers: json, body })).status).toBe(400)
  expect((await fetch(path, { method: 'POST', body: JSON.stringify({ email, password }) })).status).toBe(400)
})

test('the Worker makes accounts and has invitations sent, by what it alone can sign', async () => {
  const { workerUrl } = await open(async (...mail) => void mails.push(mail))
  const post = async (path: string, authorization: string) => {
    const headers = { authorization, 'content-type': 'application/json', 'x-firebase-locale': 'ja' }
    const body = JSON.stringify({ email, requestType: 'PASSWORD_RESET' })
    return (
      await fetch(`${workerUrl}/identitytoolkit.googleapis.com/v1/projects/own_accounts/${path}`, {
        method: 'POST',
        headers,
        body,
      })
    ).status
  }
  for (const authorization of ['', 'Bearer owner', 'Bearer ']) expect(await post('accounts', authorization)).toBe(401)
  const grant = `Bearer ${createHmac('sha256', secret).update('own accounts').digest('base64url')}`
  expect(await post('accounts', grant)).toBe(200)
  expect(await post('accounts', grant)).toBe(400)
  expect(await post('accounts:sendOobCode', grant)).toBe(200)
  expect(mails).toEqual([['invitation', email, expect.any(String), 'ja']])
})

test('the file of the accounts has nothing with which anyone could sign in', async () => {
  const code = codeFor()
  const { refreshToken } = await member()
  const unused = codeFor()
  const bytes = ['accounts.sqlite', 'accounts.sqlite-wal']
    .map((name) => readFileSync(join(directory, name), 'latin1'))
    .join('')
  expect(bytes).toContain(email)
  for (const text of [password, refreshToken, code, unused]) expect(bytes).not.toContain(text)
})
