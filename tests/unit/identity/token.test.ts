import { expect, test } from 'vitest'
import { readToken } from '~/provider/identity/token.ts'
import { base64url, claimsFor, newSigner, sign } from '../../tokens.ts'

const signer = await newSigner('key-1')
const claims = claimsFor('demo-project')
const refusedBy = (rule: RegExp) =>
  expect.objectContaining({
    code: 'invalid_credentials',
    cause: expect.objectContaining({ message: expect.stringMatching(rule) }),
  })

test('a token names the key that signed it, and its claims', async () => {
  expect(readToken(await sign(signer, claims))).toEqual({ keyId: 'key-1', claims })
})

test('a token needs no typ', async () => {
  expect(readToken(await sign(signer, claims, { typ: undefined })).keyId).toBe('key-1')
})

test.each([
  ['alg', 'none'],
  ['alg', 'HS256'],
  ['alg', 'RS512'],
  ['alg', undefined],
  ['typ', 'at+jwt'],
  ['kid', undefined],
  ['kid', ''],
  ['kid', 1],
])('a token with the %s %j is refused before any key is looked for', async (name, value) => {
  const token = await sign(signer, claims, { [name]: value })
  expect(() => readToken(token)).toThrow(refusedBy(new RegExp(`^${name} is`)))
})

test('a token just under 8 KB is read, one of 8 KB is not', () => {
  const start = `${base64url(JSON.stringify({ alg: 'RS256', kid: 'key-1' }))}.e30.`
  expect(readToken(start.padEnd(8191, 'A')).keyId).toBe('key-1')
  expect(() => readToken(start.padEnd(8192, 'A'))).toThrow(refusedBy(/8 KB/))
})

test('white space around a token is not trimmed away', async () => {
  const token = await sign(signer, claims)
  for (const odd of [` ${token}`, `${token} `, `${token}\n`, `\uFEFF${token}`, `${token}\u0000`]) {
    expect(() => readToken(odd)).toThrow(refusedBy(/three base64url parts/))
  }
})
