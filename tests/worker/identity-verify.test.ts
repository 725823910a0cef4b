import { afterEach, describe, expect, test, vi } from 'vitest'
import { identitySettings } from '~/provider/identity/settings.ts'
import { verifyIdToken } from '~/provider/identity/verify.ts'
import { forgeries } from '../forgeries.ts'
import { startKeySource } from '../key-source.ts'
import { base64url, claimsFor, newSigner, sign } from '../tokens.ts'

const signer = await newSigner('key-1')
const refused = expect.objectContaining({ code: 'invalid_credentials', status: 401, message: 'invalid_credentials' })

/** Settings whose keys are `signer`'s, and claims that they accept. */
async function start(tenant?: string) {
  const source = await startKeySource(signer)
  const settings = identitySettings({
    FIREBASE_PROJECT_ID: 'demo-project',
    FIREBASE_TENANT_ID: tenant ?? '',
    AUTH_JWKS_URL: source.url,
  })
  return { source, settings, claims: claimsFor('demo-project', { firebase: { sign_in_provider: 'password', tenant } }) }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe.each([undefined, 'tenant-1'])('with %s as the configured tenant', (tenant) => {
  test('a token in order names the person', async () => {
    const { settings, claims } = await start(tenant)
    expect(await verifyIdToken(await sign(signer, claims), settings)).toEqual({
      uid: 'uid-hanako',
      email: 'hanako@example.com',
      name: 'Hanako',
      picture: null,
      signedInAt: claims.auth_time,
    })
  })

  test.each(forgeries)('$name: refused', async ({ make }) => {
    const { settings, claims } = await start(tenant)
    await expect(verifyIdToken(await make(signer, claims), settings)).rejects.toThrow(refused)
  })
})

test('every forgery has a name of its own', () => {
  expect(new Set(forgeries.map(({ name }) => name)).size).toBe(forgeries.length)
})

test('a refusal carries no part of the token, neither in its message nor in its causes', async () => {
  const { settings, claims } = await start()
  for (const { make } of forgeries) {
    const token = await make(signer, { ...claims, name: 'a-private-name' })
    const error: Error = await verifyIdToken(token, settings).then(
      () => expect.unreachable(),
      (reason) => reason,
    )
    const told = JSON.stringify([error, error.message, error.cause, (error.cause as Error).message])
    for (const part of [...token.split('.').filter((part) => part.length > 5), 'hanako@', 'a-private-name']) {
      expect(told).not.toContain(part)
    }
  }
})

test('a token whose header names an algorithm twice is read in one way only', async () => {
  const { settings, claims } = await start()
  const header = `{"alg":"RS256","kid":"${signer.kid}","alg":"none"}`
  const token = `${base64url(header)}.${base64url(JSON.stringify(claims))}.AAAA`
  await expect(verifyIdToken(token, settings)).rejects.toThrow(refused)
})

test('a misshapen token does not reach the key source', async () => {
  const { source, settings, claims } = await start()
  await expect(verifyIdToken(await sign(signer, claims, { kid: '' }), settings)).rejects.toThrow(refused)
  await expect(verifyIdToken('owner', settings)).rejects.toThrow(refused)
  expect(source.asked()).toBe(0)
})

test("a real project's token is asked for at Google's address alone", async () => {
  const network = vi.fn<typeof fetch>(async () => new Response(null, { status: 500 }))
  vi.stubGlobal('fetch', network)
  const settings = identitySettings({ FIREBASE_PROJECT_ID: 'our-project', FIREBASE_TENANT_ID: '', AUTH_JWKS_URL: '' })
  await expect(verifyIdToken(await sign(signer, claimsFor('our-project')), settings)).rejects.toThrow(
    expect.objectContaining({ code: 'service_unavailable', status: 503 }),
  )
  expect(network.mock.calls.map(([address]) => address)).toEqual([
    'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  ])
})
