import { mkdtempSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, UnsecuredJWT } from 'jose'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type SigningKey, signingKeyIn } from '../../../scripts/local/identity/signing-key.ts'
import { startSigningProxy } from '../../../scripts/local/identity/signing-proxy.ts'

const keyFile = join(mkdtempSync(join(tmpdir(), 'key-')), 'key.json')
const claims = { sub: 'u1', user_id: 'u1', email: 'a@example.com', firebase: { sign_in_provider: 'password' } }
const idToken = new UnsecuredJWT(claims).setIssuer('https://securetoken.google.com/demo-local').encode()
const json = { 'content-type': 'application/json; charset=utf-8' }

let key: SigningKey
beforeAll(async () => {
  key = await signingKeyIn(keyFile)
})

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** The proxy before an emulator that answers as the listener says. */
async function proxyBefore(emulator: RequestListener, onChange?: () => void): Promise<string> {
  const upstream = createServer(emulator)
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const proxy = await startSigningProxy({ port: 0, upstreamPort: portOf(upstream), key, onChange })
  servers.push(upstream, proxy)
  return `http://127.0.0.1:${portOf(proxy)}`
}

const answering =
  (body: unknown, headers: Record<string, string> = json): RequestListener =>
  (_, response) =>
    response.writeHead(200, headers).end(typeof body === 'string' ? body : JSON.stringify(body))

const jsonOf = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as Promise<T>

test('a sign-in carries the same claims, signed with the key of /jwks', async () => {
  const url = await proxyBefore(answering({ kind: 'VerifyPassword', idToken, refreshToken: 'r' }))
  const answer = await jsonOf<{ idToken: string }>(fetch(url, { method: 'POST' }))

  expect(answer).toMatchObject({ kind: 'VerifyPassword', refreshToken: 'r' })
  expect(decodeProtectedHeader(answer.idToken)).toEqual({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
  const { payload } = await jwtVerify(answer.idToken, createRemoteJWKSet(new URL('/jwks', url)))
  expect(payload).toEqual({ ...claims, iss: 'https://securetoken.google.com/demo-local' })
})

test('a refresh carries signed tokens in both of its fields', async () => {
  const url = await proxyBefore(answering({ id_token: idToken, access_token: idToken }))
  const refresh = fetch(`${url}/securetoken.googleapis.com/v1/token`, { method: 'POST' })
  const answer = await jsonOf<{ id_token: string; access_token: string }>(refresh)

  const keys = createRemoteJWKSet(new URL('/jwks', url))
  for (const token of [answer.id_token, answer.access_token]) {
    expect((await jwtVerify(token, keys)).payload.sub).toBe('u1')
  }
})

test("a token that is not Firebase's stays as it is", async () => {
  const google = new UnsecuredJWT({ sub: 'g1' }).setIssuer('https://accounts.google.com').encode()
  const answer = { idToken: google, access_token: 'FirebaseAuthEmulatorFakeAccessToken', id_token: 7 }
  const url = await proxyBefore(answering(answer))
  expect(await jsonOf(fetch(url))).toEqual(answer)
})

test('the public keys may be cached and hold nothing private', async () => {
  const url = await proxyBefore(answering({}))
  const response = await fetch(`${url}/jwks`)
  expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  const { keys } = (await response.json()) as { keys: object[] }
  expect(Object.keys(keys[0]!).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

test('the key stays the same from start to start', async () => {
  expect((await signingKeyIn(keyFile)).jwks).toEqual(key.jwks)
})

test('a page that is not JSON goes through byte by byte, with its headers', async () => {
  const page = `<script>const token = '${idToken}'</script>`
  const url = await proxyBefore(answering(page, { 'content-type': 'text/html', etag: '"1"' }))
  const response = await fetch(`${url}/emulator/auth/handler`)
  expect(response.headers.get('etag')).toBe('"1"')
  expect(await response.text()).toBe(page)
})

test('JSON that does not parse goes through', async () => {
  const url = await proxyBefore(answering('{"idToken": '))
  expect(await (await fetch(url)).text()).toBe('{"idToken": ')
})

test('the request reaches the emulator as it was sent', async () => {
  const url = await proxyBefore((request, response) => {
    const { method, url, headers } = request
    const body: Buffer[] = []
    request.on('data', (chunk) => body.push(chunk))
    request.on('end', () => {
      const { host, authorization, origin } = headers
      response.writeHead(200, json).end(JSON.stringify({ method, url, host, authorization, origin, body: `${body}` }))
    })
  })
  const answer = await fetch(`${url}/a/b?key=k`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', origin: 'http://localhost:3000' },
    body: 'grant_type=refresh_token',
  })
  expect(await answer.json()).toEqual({
    method: 'POST',
    url: '/a/b?key=k',
    host: new URL(url).host,
    authorization: 'Bearer owner',
    origin: 'http://localhost:3000',
    body: 'grant_type=refresh_token',
  })
})

test('cross-origin headers and errors of the emulator are kept', async () => {
  const url = await proxyBefore((request, response) => {
    const cors = { 'access-control-allow-origin': 'http://localhost:3000', vary: 'Origin' }
    if (request.method === 'OPTIONS') response.writeHead(204, cors).end()
    else response.writeHead(400, { ...cors, ...json }).end('{"error":{"message":"EMAIL_NOT_FOUND"}}')
  })
  const preflight = await fetch(url, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  const refused = await fetch(url, { method: 'POST' })
  expect(refused.status).toBe(400)
  expect(refused.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  expect(await refused.json()).toEqual({ error: { message: 'EMAIL_NOT_FOUND' } })
})

test('only calls that succeed and may change an account are told of', async () => {
  const onChange = vi.fn()
  const url = await proxyBefore((request, response) => {
    response.writeHead(request.url === '/refused' ? 400 : 200, json).end('{}')
  }, onChange)
  await fetch(url)
  await fetch(`${url}/refused`, { method: 'POST' })
  expect(onChange).not.toHaveBeenCalled()
  await fetch(url, { method: 'POST' })
  expect(onChange).toHaveBeenCalledOnce()
})

test('an emulator that is gone is a 502 that says so', async () => {
  const url = await proxyBefore(answering({}))
  servers.shift()?.close()
  const response = await fetch(url)
  expect(response.status).toBe(502)
  expect(await response.json()).toEqual({
    error: { code: 502, message: 'The Firebase Auth emulator does not answer.' },
  })
})
