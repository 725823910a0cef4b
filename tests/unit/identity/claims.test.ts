import { describe, expect, test } from 'vitest'
import { identityOf } from '~/provider/identity/claims.ts'
import { type Claims, claimsFor } from '../../tokens.ts'

const settings = { projectId: 'demo-project', tenantId: undefined, keysUrl: 'https://keys.example' }
const now = Math.floor(Date.now() / 1000)
const read = (overrides: Claims, at = now) => identityOf(claimsFor('demo-project', overrides), settings, at)
const refusedBy = (rule: string) =>
  expect.objectContaining({ code: 'invalid_credentials', cause: expect.objectContaining({ message: rule }) })

describe('the claims of a token', () => {
  test('name the person', () => {
    expect(read({ picture: 'https://example.com/hanako.png' })).toEqual({
      uid: 'uid-hanako',
      email: 'hanako@example.com',
      name: 'Hanako',
      picture: 'https://example.com/hanako.png',
      signedInAt: now - 60,
    })
  })

  test('need neither a name nor a picture', () => {
    expect(read({ name: undefined })).toMatchObject({ name: null, picture: null })
    expect(read({ name: '  ' })).toMatchObject({ name: null })
    expect(read({ name: 7 })).toMatchObject({ name: null })
  })

  test.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'http://example.com/a.png', 'hanako.png', 7])(
    'do not pass %j on as a picture',
    (picture) => {
      expect(read({ picture })).toMatchObject({ picture: null })
    },
  )

  test('accept a sub of 1 and of 128 characters', () => {
    expect(read({ sub: 'u' }).uid).toHaveLength(1)
    expect(read({ sub: 'u'.repeat(128) }).uid).toHaveLength(128)
  })

  test('accept a sign-in with Google', () => {
    expect(read({ firebase: { sign_in_provider: 'google.com' } }).uid).toBe('uid-hanako')
  })

  test('hold for a lifetime of exactly an hour', () => {
    expect(read({ iat: now, exp: now + 3600 }).uid).toBe('uid-hanako')
  })

  test('hold until five seconds after their end, and no longer', () => {
    const claims = { iat: now - 3600, exp: now, auth_time: now - 3600 }
    expect(read(claims, now + 4).uid).toBe('uid-hanako')
    expect(() => read(claims, now + 5)).toThrow(refusedBy('exp has not passed'))
  })

  test('hold five seconds before they were issued, and no earlier', () => {
    const claims = { iat: now, exp: now + 3600, auth_time: now }
    expect(read(claims, now - 5).uid).toBe('uid-hanako')
    expect(() => read(claims, now - 6)).toThrow(refusedBy('iat is not in the future'))
  })

  test('need the configured tenant', () => {
    const withTenant = { ...settings, tenantId: 'tenant-1' }
    const claimsOf = (tenant?: string) =>
      claimsFor('demo-project', { firebase: { sign_in_provider: 'password', tenant } })
    const rule = refusedBy('firebase.tenant is the configured one')
    expect(identityOf(claimsOf('tenant-1'), withTenant, now).uid).toBe('uid-hanako')
    expect(() => identityOf(claimsOf(), withTenant, now)).toThrow(rule)
    expect(() => identityOf(claimsOf('tenant-2'), withTenant, now)).toThrow(rule)
    expect(() => identityOf(claimsOf('tenant-1'), settings, now)).toThrow(rule)
  })

  test('are not taken from the prototype of the firebase claim', () => {
    const firebase = JSON.parse('{"__proto__": {"sign_in_provider": "password"}}')
    expect(() => read({ firebase })).toThrow(refusedBy('firebase.sign_in_provider is allowed'))
  })

  test('of an address that nobody has confirmed say so, where nothing else is wrong', () => {
    const unconfirmed = { email_verified: false }
    expect(() => read(unconfirmed)).toThrow(expect.objectContaining({ code: 'email_not_verified', status: 403 }))
    expect(() => read({ ...unconfirmed, aud: 'another-project' })).toThrow(refusedBy('aud is the project, as a string'))
  })

  test('are named by the rule that refuses them, with no value of theirs', () => {
    const refuse = () => read({ email_verified: 'secret-value' })
    expect(refuse).toThrow(refusedBy('email_verified is true or false'))
    expect(refuse).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }))
  })
})
