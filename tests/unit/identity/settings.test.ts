import { describe, expect, test } from 'vitest'
import { googleKeys, identitySettings } from '~/provider/identity/settings.ts'

const variables = { FIREBASE_PROJECT_ID: 'our-project', FIREBASE_TENANT_ID: '', AUTH_JWKS_URL: '' }
const localKeys = 'http://127.0.0.1:9098/jwks'
const withCause = (message: RegExp) =>
  expect.objectContaining({
    code: 'fatal',
    cause: expect.objectContaining({ message: expect.stringMatching(message) }),
  })

describe('the identity settings', () => {
  test("use Google's keys and no tenant where nothing else is said", () => {
    expect(identitySettings(variables)).toEqual({ projectId: 'our-project', tenantId: undefined, keysUrl: googleKeys })
  })

  test('take the configured tenant', () => {
    expect(identitySettings({ ...variables, FIREBASE_TENANT_ID: 'tenant-1' }).tenantId).toBe('tenant-1')
  })

  test("accept Google's own address when it is written out", () => {
    expect(identitySettings({ ...variables, AUTH_JWKS_URL: googleKeys }).keysUrl).toBe(googleKeys)
  })

  test('take keys of this machine for a demo project', () => {
    const demo = { ...variables, FIREBASE_PROJECT_ID: 'demo-project', AUTH_JWKS_URL: localKeys }
    expect(identitySettings(demo).keysUrl).toBe(localKeys)
  })

  test.each(['https://emulator.example.com/jwks', 'http://10.0.0.1:9098/jwks', 'http://localhost:9098/jwks'])(
    'refuse keys from %s for a demo project: a deployed Worker never trusts an emulator',
    (address) => {
      const demo = { ...variables, FIREBASE_PROJECT_ID: 'demo-project', AUTH_JWKS_URL: address }
      expect(() => identitySettings(demo)).toThrow(withCause(/AUTH_JWKS_URL/))
    },
  )

  test.each([localKeys, `${googleKeys}/`, `${googleKeys}?x`, 'https://www.googleapis.com.forger.example/keys'])(
    'refuse keys from %s for a project that is not a demo',
    (address) => {
      expect(() => identitySettings({ ...variables, AUTH_JWKS_URL: address })).toThrow(withCause(/AUTH_JWKS_URL/))
    },
  )

  test('take keys of this machine, and no others, for its own accounts, whose id no project of Google can have', () => {
    const own = { ...variables, FIREBASE_PROJECT_ID: 'own_accounts' }
    for (const address of [localKeys, 'http://[::1]:9098/jwks'])
      expect(identitySettings({ ...own, AUTH_JWKS_URL: address }).keysUrl).toBe(address)
    const elsewhere = [
      '',
      googleKeys,
      'https://127.0.0.1/jwks',
      'http://localhost/jwks',
      'http://127.0.0.1.example.com/',
    ]
    for (const address of [...elsewhere, 'http://127.0.0.1@example.com/', 'http://10.0.0.1/jwks', 'keys'])
      expect(() => identitySettings({ ...own, AUTH_JWKS_URL: address })).toThrow(withCause(/AUTH_JWKS_URL/))
    for (const id of ['own-accounts', 'own_accounts_', 'Own_accounts', ' own_accounts'])
      expect(() => identitySettings({ ...own, FIREBASE_PROJECT_ID: id, AUTH_JWKS_URL: localKeys })).toThrow(
        withCause(/AUTH_JWKS_URL/),
      )
  })

  test.each(['Demo-project', 'my-demo-project', 'demo', ' demo-project'])('do not take %j for a demo project', (id) => {
    const other = { ...variables, FIREBASE_PROJECT_ID: id, AUTH_JWKS_URL: localKeys }
    expect(() => identitySettings(other)).toThrow(withCause(/AUTH_JWKS_URL/))
  })

  test('refuse an address that is none, and an empty project', () => {
    const demo = { ...variables, FIREBASE_PROJECT_ID: 'demo-project' }
    expect(() => identitySettings({ ...demo, AUTH_JWKS_URL: 'keys' })).toThrow(withCause(/AUTH_JWKS_URL/))
    expect(() => identitySettings({ ...variables, FIREBASE_PROJECT_ID: '' })).toThrow(withCause(/FIREBASE_PROJECT_ID/))
  })
})
