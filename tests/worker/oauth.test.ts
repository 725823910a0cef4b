import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '~/provider/db/index.ts'
import { forgetPrograms } from '~/provider/oauth/forget.ts'
import { callerWith, makeKey } from './harness/api-keys.ts'
import { type Call, type Caller, signedOut } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const { hanako, taro, admin } = await seedMembers('oauth.example', { hanako: 'user', taro: 'user', admin: 'admin' })
const origin = 'http://provider.test'
const mcp = new URL(`${origin}/mcp`)
const callback = 'http://127.0.0.1:33418/callback'

const through: typeof fetch = (input, init) => {
  const { pathname, search } = new URL(String(input))
  return signedOut(pathname + search, { ...init, variables: { API_KEY_CALLS_PER_MINUTE: '1000' } } as Call)
}

/** A program as the package has them: it keeps what it is given. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = callback
  readonly clientMetadata
  information: OAuthClientInformationMixed | undefined
  given: OAuthTokens | undefined
  asksAt: URL | undefined
  #verifier = ''

  constructor(name: string) {
    this.clientMetadata = { client_name: name, redirect_uris: [callback] }
  }
  state = () => '{"n": 1}'
  clientInformation = () => this.information
  saveClientInformation = (information: OAuthClientInformationMixed) => void (this.information = information)
  tokens = () => this.given
  saveTokens = (tokens: OAuthTokens) => void (this.given = tokens)
  redirectToAuthorization = (url: URL) => void (this.asksAt = url)
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  codeVerifier = () => this.#verifier
}

const connect = (transport: StreamableHTTPClientTransport) => {
  const client = new Client({ name: 'test', version: '1' })
  return client.connect(transport).then(() => client)
}
const transportOf = (authProvider: Program) => new StreamableHTTPClientTransport(mcp, { authProvider, fetch: through })

/** Follows a program's address as a browser does, to the page on which a member decides. */
async function opened(address: URL): Promise<string> {
  const response = await signedOut(address.pathname + address.search)
  expect(response.status).toBe(302)
  const page = new URL(response.headers.get('location')!, origin)
  expect(page.pathname).toBe('/authorize')
  return page.searchParams.get('request')!
}

/** What the member's decision leads to. */
async function decide(member: Caller, request: string, allow = true): Promise<URL> {
  const response = await member('/web/v1/oauth/request', { method: 'POST', json: { request, allow } })
  expect(response.status).toBe(200)
  return new URL((await response.json<{ redirect_to: string }>()).redirect_to)
}

/** A program that a member has allowed. */
async function allowed(member: Caller, name: string) {
  const program = new Program(name)
  const transport = transportOf(program)
  await expect(connect(transport)).rejects.toBeInstanceOf(UnauthorizedError)
  const back = await decide(member, await opened(program.asksAt!))
  const code = back.searchParams.get('code')!
  await transport.finishAuth(code)
  return { program, code, back, clientId: program.information!.client_id }
}

const form = (path: string, fields: Record<string, string>) =>
  signedOut(path, { method: 'POST', body: new URLSearchParams(fields) })
const refusalOf = async (response: Response) => [response.status, (await response.json<{ error: string }>()).error]
const refreshed = (clientId: string, token: string) =>
  form('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token })
const keysOf = async (member: Caller) =>
  (await (await member('/web/v1/api-keys')).json<{ data: { id: number; name: string; is_program: boolean }[] }>()).data

test('the official client is allowed by its member, and uses the tools', async () => {
  const { program, back } = await allowed(hanako, 'An editor')
  expect(back.searchParams.get('state')).toBe('{"n": 1}')
  expect(back.searchParams.get('iss')).toBe(origin)
  const client = await connect(transportOf(program))
  expect((await client.listTools()).tools).toHaveLength(4)
  expect(await keysOf(hanako)).toMatchObject([{ name: 'An editor', is_program: true }])
  const actions = await (await admin('/v1/actions')).json<{ data: object[] }>()
  expect(actions.data[0]).toMatchObject({
    action: 'program_allowed',
    target: 'An editor',
    user_email: 'hanako@oauth.example',
  })
})

test('a token renews itself when its hour is over, and the one before is worth nothing', async () => {
  const { program } = await allowed(hanako, 'Renewing')
  const before = program.given!
  await env.DB.prepare("UPDATE api_keys SET expires_at = '2026-01-01T00:00:00.000Z' WHERE name = 'Renewing'").run()
  const client = await connect(transportOf(program))
  expect((await client.listTools()).tools).toHaveLength(4)
  expect(program.given!.access_token).not.toBe(before.access_token)
  expect((await callerWith(before.access_token)('/mcp', { method: 'POST' })).status).toBe(401)
})

test('a member is told which program asks, where the answer goes and what it could do', async () => {
  const registered = await signedOut('/oauth/register', {
    method: 'POST',
    json: { client_name: 'Claude\u202E\n  Desktop', redirect_uris: ['https://claude.example/callback'] },
  })
  expect(registered.status).toBe(201)
  const { client_id } = await registered.json<{ client_id: string }>()
  const request = await opened(
    asking({ client_id, redirect_uri: 'https://claude.example/callback', scope: 'ask admin:read' }),
  )
  const told = await hanako(`/web/v1/oauth/request?request=${request}`)
  expect(await told.json()).toEqual({ name: 'Claude Desktop', host: 'claude.example', scopes: ['ask'] })
  const denied = await decide(hanako, request, false)
  expect(denied.searchParams.get('error')).toBe('access_denied')
  expect(denied.searchParams.has('code')).toBe(false)
})

const asking = (fields: Record<string, string>) => {
  const url = new URL('/oauth/authorize', origin)
  const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  url.search = String(new URLSearchParams({ response_type: 'code', ...pkce, ...fields }))
  return url
}

describe('a program', () => {
  const register = (...redirect_uris: string[]) =>
    signedOut('/oauth/register', { method: 'POST', json: { client_name: 'A program', redirect_uris } })

  test.each([
    'http://elsewhere.test/callback',
    'javascript:alert(1)',
    'cursor://callback',
    'https://user:secret@elsewhere.test/',
    'https://elsewhere.test/#part',
    'http://localhost.elsewhere.test/',
  ])('may not be answered at %s', async (uri) => {
    expect(await refusalOf(await register(uri))).toEqual([400, 'invalid_redirect_uri'])
  })

  test('is answered where it registered alone, whatever its port on the own machine', async () => {
    const registered = await register('https://one.test/a?b=c', 'http://localhost/callback')
    const { client_id } = await registered.json<{ client_id: string }>()
    const status = async (redirect_uri: string) => {
      const { pathname, search } = asking({ client_id, redirect_uri })
      return (await signedOut(pathname + search)).status
    }
    for (const uri of ['https://one.test/a?b=c', 'http://localhost:5000/callback', 'http://localhost/callback'])
      expect([uri, await status(uri)]).toEqual([uri, 302])
    for (const uri of [
      'https://one.test/a',
      'https://one.test/a?b=c&d=e',
      'https://one.test:444/a?b=c',
      'https://one.test.elsewhere.test/a?b=c',
      'http://localhost:5000/callback/more',
      'http://127.0.0.1:5000/callback',
      'https://localhost/callback',
    ])
      expect([uri, await status(uri)]).toEqual([uri, 400])
  })

  test.each([
    ['without PKCE', { code_challenge: '' }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for another resource', { resource: 'https://elsewhere.test/mcp' }, 'invalid_target'],
    ['for scopes that are none of these', { scope: 'admin:read files:write' }, 'invalid_scope'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
  ])('that asks %s is led back with the refusal', async (_, fields, error) => {
    const { client_id } = await (await register(callback)).json<{ client_id: string }>()
    const { pathname, search } = asking({ client_id, redirect_uri: callback, state: 's', ...fields })
    const back = new URL((await signedOut(pathname + search)).headers.get('location')!)
    expect(back.href.startsWith(callback)).toBe(true)
    expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([error, 's'])
  })

  test('of one address registers so often in an hour', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.7' }
    const json = { redirect_uris: [callback] }
    const statuses: number[] = []
    for (let i = 0; i < 31; i++)
      statuses.push((await signedOut('/oauth/register', { method: 'POST', json, headers })).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429])
  })

  test('that nobody allows anything is forgotten the day after, one in use is not', async () => {
    const { client_id } = await (await register(callback)).json<{ client_id: string }>()
    const { clientId } = await allowed(hanako, 'In use')
    await env.DB.prepare("UPDATE oauth_clients SET created_at = '2026-01-01T00:00:00.000Z', allowed_at = NULL").run()
    await forgetPrograms(openDatabase(env.DB))
    const left = async (id: string) => env.DB.prepare('SELECT id FROM oauth_clients WHERE id = ?').bind(id).first()
    expect(await left(client_id)).toBeNull()
    expect(await left(clientId)).not.toBeNull()
  })
})

describe('what a program is given', () => {
  test('opens nothing but the tools', async () => {
    const { program } = await allowed(hanako, 'Elsewhere')
    const call = callerWith(program.given!.access_token)
    for (const path of ['/web/v1/files', '/v1/models', '/web/v1/users/me', '/web/v1/api-keys'])
      expect([path, (await call(path)).status]).toEqual([path, 403])
  })

  test('is kept as hashes alone', async () => {
    const { program, code } = await allowed(hanako, 'Hashed')
    const tables = ['api_keys', 'oauth_codes', 'oauth_grants', 'oauth_clients', 'owed_actions']
    const kept = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)))
    const text = JSON.stringify(kept)
    expect(text).toContain('Hashed')
    for (const secret of [code, program.given!.access_token, program.given!.refresh_token!])
      expect(text).not.toContain(secret)
  })

  test('ends when its member revokes it among the keys, for good', async () => {
    const { program, clientId } = await allowed(taro, 'Revoked')
    const [key] = await keysOf(taro)
    expect((await taro(`/web/v1/api-keys/${key!.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await callerWith(program.given!.access_token)('/mcp', { method: 'POST' })).status).toBe(401)
    expect(await refusalOf(await refreshed(clientId, program.given!.refresh_token!))).toEqual([400, 'invalid_grant'])
  })

  test('ends when the program gives it back, which the audits tell', async () => {
    const { program } = await allowed(taro, 'Given back')
    expect((await form('/oauth/revoke', { token: program.given!.refresh_token! })).status).toBe(200)
    expect((await form('/oauth/revoke', { token: 'nothing' })).status).toBe(200)
    expect(await keysOf(taro)).toEqual([])
    const actions = await (await admin('/v1/actions')).json<{ data: object[] }>()
    expect(actions.data[0]).toMatchObject({ action: 'api_key_revoked', target: 'Given back', api_key: 'Given back' })
  })

  test('ends when a refresh token is used twice, or by another program', async () => {
    const { program, clientId } = await allowed(taro, 'Stolen')
    const other = await allowed(taro, 'Thief')
    const first = program.given!.refresh_token!
    expect(await refusalOf(await refreshed(other.clientId, first))).toEqual([400, 'invalid_grant'])
    const next = await (await refreshed(clientId, first)).json<OAuthTokens>()
    expect(await refusalOf(await refreshed(clientId, first))).toEqual([400, 'invalid_grant'])
    expect(await refusalOf(await refreshed(clientId, next.refresh_token!))).toEqual([400, 'invalid_grant'])
    expect((await keysOf(taro)).map(({ name }) => name)).toEqual(['Thief'])
  })

  test('ends when its code is used twice', async () => {
    const { program, code, clientId } = await allowed(hanako, 'Twice')
    const fields = { client_id: clientId, redirect_uri: callback, code_verifier: program.codeVerifier() }
    const again = await form('/oauth/token', { grant_type: 'authorization_code', code, ...fields })
    expect(await refusalOf(again)).toEqual([400, 'invalid_grant'])
    expect((await callerWith(program.given!.access_token)('/mcp', { method: 'POST' })).status).toBe(401)
  })

  test('is one line among the keys, however often its member allows it', async () => {
    const { program } = await allowed(admin, 'Again')
    program.given = undefined
    const transport = transportOf(program)
    await expect(connect(transport)).rejects.toBeInstanceOf(UnauthorizedError)
    await transport.finishAuth((await decide(admin, await opened(program.asksAt!))).searchParams.get('code')!)
    expect((await keysOf(admin)).map(({ name }) => name)).toEqual(['Again'])
  })
})

describe('a code', () => {
  test.each([
    ['another verifier', { code_verifier: 'y'.repeat(43) }],
    ['another address', { redirect_uri: 'http://127.0.0.1:1/callback' }],
    ['another program', { client_id: crypto.randomUUID() }],
    ['another resource', { resource: 'https://elsewhere.test/mcp' }],
  ])('is worth nothing with %s', async (_, wrong) => {
    const program = new Program('Coded')
    await expect(connect(transportOf(program))).rejects.toBeInstanceOf(UnauthorizedError)
    const code = (await decide(hanako, await opened(program.asksAt!))).searchParams.get('code')!
    const right = {
      grant_type: 'authorization_code',
      code,
      client_id: program.information!.client_id,
      redirect_uri: callback,
      code_verifier: program.codeVerifier(),
    }
    expect((await form('/oauth/token', { ...right, ...wrong })).status).toBe(400)
  })

  test('is worth nothing a minute later', async () => {
    const program = new Program('Late')
    const transport = transportOf(program)
    await expect(connect(transport)).rejects.toBeInstanceOf(UnauthorizedError)
    const code = (await decide(hanako, await opened(program.asksAt!))).searchParams.get('code')!
    await env.DB.prepare("UPDATE oauth_codes SET expires_at = '2026-01-01T00:00:00.000Z'").run()
    await expect(transport.finishAuth(code)).rejects.toThrow()
  })
})

test('a form of anybody is read so far, and must be one', async () => {
  const body = new URLSearchParams({ token: 'x'.repeat(20_000) })
  expect((await signedOut('/oauth/revoke', { method: 'POST', body })).status).toBe(413)
  const twice = new URLSearchParams([
    ['token', 'a'],
    ['token', 'b'],
  ])
  expect(await refusalOf(await signedOut('/oauth/revoke', { method: 'POST', body: twice }))).toEqual([
    400,
    'invalid_request',
  ])
  const other = await signedOut('/oauth/token', { method: 'POST', json: { grant_type: 'refresh_token' } })
  expect(await refusalOf(other)).toEqual([400, 'invalid_request'])
})

test('a request that was altered, or is old, is refused, and nobody decides by a key', async () => {
  const program = new Program('Altered')
  await expect(connect(transportOf(program))).rejects.toBeInstanceOf(UnauthorizedError)
  const request = await opened(program.asksAt!)
  const [payload, signature] = request.split('.')
  for (const wrong of [`${payload}A.${signature}`, `${payload}`, `${request}.x`, `.${signature}`]) {
    const response = await hanako('/web/v1/oauth/request', { method: 'POST', json: { request: wrong, allow: true } })
    expect([wrong, response.status]).toEqual([wrong, 400])
  }
  const key = await makeKey(taro)
  const byKey = await key.call('/web/v1/oauth/request', { method: 'POST', json: { request, allow: true } })
  expect(byKey.status).toBe(403)
})

test('nobody allows a program anything where the organisation takes no keys', async () => {
  const program = new Program('Forbidden')
  await expect(connect(transportOf(program))).rejects.toBeInstanceOf(UnauthorizedError)
  const request = await opened(program.asksAt!)
  await admin('/v1/api-keys/policy', { method: 'PUT', json: { allowed_for: 'nobody' } })
  const response = await hanako('/web/v1/oauth/request', { method: 'POST', json: { request, allow: true } })
  expect(response.status).toBe(403)
})
