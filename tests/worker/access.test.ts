import { env } from 'cloudflare:workers'
import { type JWK, importJWK } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '~/contract/endpoint.ts'
import { endpoints } from '~/contract/index.ts'
import { api } from '~/provider/app.ts'
import { forgeries } from '../forgeries.ts'
import { claimsFor } from '../tokens.ts'
import { type Caller, seedOrganization, signedIn, signedOut } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const forMembers = Object.entries(endpoints).filter(([, { access }]) => access === 'member' || access === 'admin')
const forAdmins = forMembers.filter(([, { access }]) => access === 'admin')

/** A call that is in order but for its caller. */
const callOf = ({ method, path }: Endpoint) =>
  [path.replaceAll(/\{\w+\}/g, '1'), { method: method.toUpperCase() }] as const

const refusalOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

let callers: Record<'member' | 'admin', Caller>

beforeAll(async () => {
  const { member, admin } = await seedMembers('access.example', { member: 'user', admin: 'admin' })
  callers = { member, admin }
})

test('the list has every endpoint that is served, and nothing else', () => {
  const listed = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
  const ofDocuments = ['get /v1/openapi.json', 'get /v1/docs']
  const refused = ['get /mcp', 'delete /mcp']
  const served = api.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(served.toSorted()).toEqual([...listed, ...ofDocuments, ...refused].toSorted())
})

describe.each(forMembers)('%s', (_, endpoint) => {
  const [path, call] = callOf(endpoint)

  test('answers 401 without a token, before it looks at the input', async () => {
    expect(await refusalOf(await signedOut(`${path}?page=nonsense`, call))).toEqual([401, 'invalid_credentials'])
  })
})

test.each(forAdmins)('%s is refused to a user, before it looks at the input', async (_, endpoint) => {
  const [path, call] = callOf(endpoint)
  expect(await refusalOf(await callers.member(`${path}?page=nonsense`, call))).toEqual([
    403,
    'operation_not_authorized',
  ])
})

const naming = forMembers.filter(([, { query }]) => query && 'organization_id' in query.shape)

/** What these calls need besides. */
const required: Record<string, string> = { reserveUpload: '&file_name=a.txt', deleteConversations: '&user_id=1' }

test.each(naming)("%s refuses a call that names another's organisation", async (name, endpoint) => {
  const [path, call] = callOf(endpoint)
  const response = await callers.admin(`${path}?organization_id=999999${required[name] ?? ''}`, call)
  expect(await refusalOf(response)).toEqual([403, 'operation_not_authorized'])
})

test('an address that is not confirmed is told so, invited or not, and takes no invitation', async () => {
  await seedOrganization('Unconfirmed', [{ email: 'invited@access.example' }])
  for (const email of ['invited@access.example', 'stranger@access.example']) {
    const response = await (await signedIn(email, { email_verified: false }))('/web/v1/users/me')
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'email_not_verified' })
  }
  const bound = env.DB.prepare("SELECT uid FROM users WHERE email = 'invited@access.example'")
  expect(await bound.first('uid')).toBeNull()
})

test('a body that is not JSON is a bad request', async () => {
  const member = await signedIn('member@access.example')
  const headers = { 'content-type': 'application/json' }
  const response = await member('/web/v1/chat', { method: 'POST', headers, body: '{"query":' })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ code: 'bad_request', message: 'The body of the request cannot be read.' })
})

describe('a forged token', () => {
  test.each(forgeries)('$name: 401 at the API, and nothing about why', async ({ make }) => {
    const privateKey = (await importJWK(JSON.parse(env.TEST_SIGNING_KEY) as JWK, 'RS256', {
      extractable: true,
    })) as CryptoKey
    const jwk = JSON.parse(env.TEST_SIGNING_KEY) as JWK
    const publicKey = (await importJWK({ kty: jwk.kty!, n: jwk.n!, e: jwk.e! }, 'RS256', {
      extractable: true,
    })) as CryptoKey
    const token = await make(
      { kid: 'test-key', privateKey, publicKey },
      claimsFor(env.FIREBASE_PROJECT_ID, { email: 'member@access.example' }),
    )
    const response = await signedOut('/web/v1/users/me', { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Please sign in: the token is missing, not valid or expired.',
    })
  })
})

describe('the documents of the API', () => {
  test('OpenAPI tells every endpoint of the contract, and who may call it', async () => {
    const document = (await (await signedOut('/v1/openapi.json')).json()) as {
      paths: Record<string, Record<string, { description: string; security: unknown[] }>>
    }
    for (const { method, path, access, scope } of Object.values(endpoints)) {
      const operation = document.paths[path]?.[method]
      expect(operation, `${method} ${path}`).toMatchObject({
        description: `Access: ${access}.${scope ? ` Keys with the scope: ${scope}.` : ''}`,
      })
      expect(operation?.security).toHaveLength(access === 'public' || access === 'signature' ? 0 : 1)
    }
  })

  test('the page at /v1/docs lists every path', async () => {
    const page = await (await signedOut('/v1/docs')).text()
    for (const { path } of Object.values(endpoints)) expect(page).toContain(path)
  })

  test('a path that is not in the contract answers 404 does_not_exist', async () => {
    const response = await signedOut('/v1/nothing')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      code: 'does_not_exist',
      message: 'This path does not exist.',
      info: { entity: 'path' },
    })
  })
})
