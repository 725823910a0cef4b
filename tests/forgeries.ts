import { exportJWK, exportSPKI } from 'jose'
import { type Claims, type Signer, base64url, jwksOf, newSigner, sign, signRaw } from './tokens.ts'

const minute = 60
const hour = 60 * minute
const now = () => Math.floor(Date.now() / 1000)

/**
 * A token that nobody may be let in with. `make` takes the key that the Worker trusts and claims that are in order, so
 * that exactly one thing is wrong with what it gives.
 */
export interface Forgery {
  name: string
  make(key: Signer, base: Claims): Promise<string>
}

/** Every forgery that the Worker has to answer with `invalid_credentials`. */
export const forgeries: Forgery[] = [
  ...unsignedOrSignedByOthers(),
  ...withOddHeaders(),
  ...withOddShapes(),
  ...withoutAClaim(),
  ...withWrongClaims(),
]

function unsignedOrSignedByOthers(): Forgery[] {
  return [
    { name: 'alg none without a signature', make: async (key, base) => unsigned({ alg: 'none', kid: key.kid }, base) },
    { name: 'alg None in capitals', make: async (key, base) => unsigned({ alg: 'NONE', kid: key.kid }, base) },
    {
      name: 'alg none with a signature',
      make: (key, base) => sign(key, base, { alg: 'none' }),
    },
    {
      name: 'an unsigned token that says RS256',
      make: async (key, base) => unsigned({ alg: 'RS256', kid: key.kid }, base),
    },
    {
      name: 'HS256 with the public key in PEM as the secret',
      make: async (key, base) => signedWithSecret(await exportSPKI(key.publicKey), key.kid, base),
    },
    {
      name: 'HS256 with the published key as the secret',
      make: async (key, base) => signedWithSecret(JSON.stringify(await exportJWK(key.publicKey)), key.kid, base),
    },
    { name: 'the signature of another key', make: async (key, base) => sign(await newSigner(key.kid), base) },
    {
      name: 'the signature of other claims',
      make: async (key, base) => {
        const [header, , signature] = (await sign(key, base)).split('.')
        return `${header}.${base64url(JSON.stringify({ ...base, sub: 'uid-admin' }))}.${signature}`
      },
    },
    {
      name: 'one bit of the signature turned',
      make: async (key, base) => {
        const token = await sign(key, base)
        const at = token.lastIndexOf('.') + 1
        return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      },
    },
    { name: 'RS384', make: (key, base) => sign(key, base, { alg: 'RS384' }) },
    { name: 'PS256', make: (key, base) => sign(key, base, { alg: 'PS256' }) },
    { name: 'no alg', make: (key, base) => sign(key, base, { alg: undefined }) },
  ]
}

function withOddHeaders(): Forgery[] {
  const header = (name: string, parameters: Record<string, unknown>): Forgery => ({
    name,
    make: (key, base) => sign(key, base, parameters),
  })
  /** Signed by the forger, whose own key the header brings along or points to. */
  const bringingKey = (name: string, parameters: (jwk: object) => Record<string, unknown>): Forgery => ({
    name,
    make: async (key, base) => {
      const forger = await newSigner(key.kid)
      const { keys } = await jwksOf(forger)
      return sign(forger, base, parameters(keys[0]!))
    },
  })
  return [
    header('no kid', { kid: undefined }),
    header('an empty kid', { kid: '' }),
    header('an unknown kid', { kid: 'unknown-key' }),
    header('a number as kid', { kid: 1 }),
    header('a list as kid', { kid: ['key'] }),
    header('null as kid', { kid: null }),
    header('another typ', { typ: 'at+jwt' }),
    header('an unknown critical parameter', { crit: ['exp'], exp: 1 }),
    header('an unencoded payload', { crit: ['b64'], b64: false }),
    header('a compressed payload', { zip: 'DEF' }),
    bringingKey('a key of its own as jwk', (jwk) => ({ jwk })),
    bringingKey('the address of its own keys as jku', () => ({ jku: 'https://forger.example/keys' })),
    bringingKey('the address of its own certificate as x5u', () => ({ x5u: 'https://forger.example/certificate' })),
    bringingKey('a certificate of its own as x5c', () => ({ x5c: ['MIIB'] })),
    header('a payload that is said to be another token', { cty: 'JWT' }),
    header('a parameter that nobody knows', { hint: 'uid-admin' }),
    header('jwk beside a good signature', { jwk: { kty: 'RSA' } }),
    header('jku beside a good signature', { jku: 'https://forger.example/keys' }),
    header('x5u beside a good signature', { x5u: 'https://forger.example/certificate' }),
    { name: 'a header that is not JSON', make: (key, base) => signRaw(key, 'RS256', JSON.stringify(base)) },
    written('a header that begins with a byte-order mark', (header, payload) => [`\u{feff}${header}`, payload]),
    written('a header with a kid twice', (header, payload) => [header.replace('{', '{"kid":"another",'), payload]),
    { name: 'a header that is a list', make: (key, base) => signRaw(key, '["RS256"]', JSON.stringify(base)) },
  ]
}

function withOddShapes(): Forgery[] {
  /** A good token, bent. */
  const bent = (name: string, bend: (token: string, parts: string[]) => string): Forgery => ({
    name,
    make: async (key, base) => {
      const token = await sign(key, base)
      return bend(token, token.split('.'))
    },
  })
  return [
    { name: 'an empty token', make: async () => '' },
    { name: 'a word', make: async () => 'owner' },
    bent('two parts', (_, [header, payload]) => `${header}.${payload}`),
    bent('four parts', (token) => `${token}.AAAA`),
    bent('five parts', (token) => `${token}.AAAA.AAAA`),
    bent('an empty payload', (_, [header, , signature]) => `${header}..${signature}`),
    bent('a space inside', (_, parts) => parts.join('. ')),
    bent('a tab inside', (_, parts) => parts.join('.\t')),
    bent('padding', (token) => `${token}==`),
    bent('base64 with plus and slash', (_, [header, payload]) => `${header}.${payload}.ab+/`),
    bent('other last bits of the signature, which no byte is made of', (token) => otherLastBits(token)),
    bent('malformed base64 in the header', (_, [, payload, signature]) => `A.${payload}.${signature}`),
    bent('malformed base64 in the signature', (_, [header, payload]) => `${header}.${payload}.A`),
    bent('a character outside ASCII', (token) => `${token}é`),
    {
      name: 'a token of 100 KB',
      make: (key, base) => sign(key, { ...base, padding: 'x'.repeat(75_000) }),
    },
    { name: 'a token of 8 KB', make: (key, base) => sign(key, { ...base, padding: 'x'.repeat(6144) }) },
    { name: 'a payload that is not JSON', make: (key) => signRaw(key, headerOf(key), 'uid-hanako') },
    { name: 'a payload that is a list', make: (key, base) => signRaw(key, headerOf(key), JSON.stringify([base])) },
    { name: 'a payload that is null', make: (key) => signRaw(key, headerOf(key), 'null') },
    written('a payload that begins with a byte-order mark', (header, payload) => [header, `\u{feff}${payload}`]),
    written('a payload with a sub twice', (header, payload) => [header, payload.replace('{', '{"sub":"uid-admin",')]),
    written('a payload with a sub twice, once escaped', (header, payload) => [
      header,
      payload.replace('{', '{"\\u0073ub":"uid-admin",'),
    ]),
    written('a claim of a claim twice', (header, payload) => [
      header,
      payload.replace('"firebase":{', '"firebase":{"sign_in_provider":"custom",'),
    ]),
    written('a claim __proto__', (header, payload) => [
      header,
      payload.replace('{', '{"__proto__":{"sub":"uid-admin"},'),
    ]),
  ]
}

function withoutAClaim(): Forgery[] {
  const required = ['iss', 'aud', 'sub', 'exp', 'iat', 'auth_time', 'email', 'email_verified', 'firebase']
  return required.map((claim) => claims(`no ${claim}`, () => ({ [claim]: undefined })))
}

function withWrongClaims(): Forgery[] {
  return [
    claims('another project as iss', () => ({ iss: 'https://securetoken.google.com/another-project' })),
    claims('the issuer of session cookies', ({ aud }) => ({ iss: `https://session.firebase.google.com/${aud}` })),
    claims('iss with a slash after it', ({ iss }) => ({ iss: `${iss}/` })),
    claims('a list as iss', ({ iss }) => ({ iss: [iss] })),
    claims('another project as aud', () => ({ aud: 'another-project' })),
    claims('a list as aud', ({ aud }) => ({ aud: [aud] })),
    claims('a list of two as aud', ({ aud }) => ({ aud: [aud, 'another-project'] })),

    claims('an empty sub', () => ({ sub: '' })),
    claims('a sub of 129 characters', () => ({ sub: 'u'.repeat(129) })),
    claims('a number as sub', () => ({ sub: 7 })),
    claims('a list as sub', () => ({ sub: ['uid-hanako'] })),
    claims('null as sub', () => ({ sub: null })),

    claims('expired a minute ago', () => ({ iat: now() - hour, exp: now() - minute })),
    claims('expired before it was issued', () => ({ iat: now(), exp: now() - minute })),
    claims('iat in the future', () => ({ iat: now() + minute, exp: now() + hour })),
    claims('auth_time in the future', () => ({ auth_time: now() + minute })),
    claims('a lifetime of ten years', () => ({ exp: now() + 10 * 365 * 24 * hour })),
    claims('a lifetime of an hour and a second', () => ({ iat: now(), exp: now() + hour + 1 })),
    claims('issued ten years ago, expiring now', () => ({ iat: now() - 10 * 365 * 24 * hour })),
    claims('not yet valid', () => ({ nbf: now() + minute })),
    claims('exp as text', () => ({ exp: String(now() + minute) })),
    claims('exp with a fraction', () => ({ exp: now() + minute + 0.5 })),
    claims('iat as text', () => ({ iat: String(now() - minute) })),
    claims('iat with a fraction', () => ({ iat: now() - minute + 0.5 })),
    claims('auth_time as text', () => ({ auth_time: String(now() - minute) })),
    claims('auth_time with a fraction', () => ({ auth_time: now() - minute + 0.5 })),
    claims('null as exp', () => ({ exp: null })),
    written('an exp beyond all numbers', (header, payload) => [header, payload.replace(/"exp":\d+/, '"exp":1e400')]),
    written('an iat of 2^53 and one below nothing', (header, payload) => [
      header,
      payload.replace(/"iat":\d+/, '"iat":-9007199254740993'),
    ]),
    claims('nbf as text', () => ({ nbf: '0' })),

    claims('another tenant', (base) => ({ firebase: { ...firebaseOf(base), tenant: 'another-tenant' } })),
    claims('a tenant where none is configured, or none where one is', (base) => {
      const { tenant, ...firebase } = firebaseOf(base)
      return { firebase: tenant === undefined ? { ...firebase, tenant: 'some-tenant' } : firebase }
    }),
    claims('an empty tenant', (base) => ({ firebase: { ...firebaseOf(base), tenant: '' } })),
    claims('null as tenant', (base) => ({ firebase: { ...firebaseOf(base), tenant: null } })),
    ...['anonymous', 'custom', 'phone', 'emailLink', 'Password', '', undefined, ['password']].map((provider) =>
      claims(`${JSON.stringify(provider) ?? 'nothing'} as sign-in provider`, (base) => ({
        firebase: { ...firebaseOf(base), sign_in_provider: provider },
      })),
    ),
    claims('text as firebase', () => ({ firebase: 'password' })),

    claims('"true" as email_verified', () => ({ email_verified: 'true' })),
    claims('1 as email_verified', () => ({ email_verified: 1 })),
    claims('an empty address', () => ({ email: '' })),
    claims('a list as address', ({ email }) => ({ email: [email] })),
  ]
}

/** Signed with the right key, but header or payload are written as no issuer writes them. */
function written(name: string, write: (header: string, payload: string) => [string, string]): Forgery {
  return { name, make: (key, base) => signRaw(key, ...write(headerOf(key), JSON.stringify(base))) }
}

/** 256 bytes of a signature are written in 342 characters, of which the last has four bits that belong to no byte. */
function otherLastBits(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) ^ 1]
}

/** Signed with the right key, but with claims that differ; one that is undefined is left out. */
function claims(name: string, change: (base: Claims) => Claims): Forgery {
  return { name, make: (key, base) => sign(key, { ...base, ...change(base) }) }
}

function firebaseOf(base: Claims) {
  return base.firebase as Record<string, unknown>
}

function headerOf({ kid }: Signer) {
  return JSON.stringify({ alg: 'RS256', kid, typ: 'JWT' })
}

function unsigned(header: Record<string, unknown>, payload: Claims) {
  return `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(payload))}.`
}

async function signedWithSecret(secret: string, kid: string, payload: Claims) {
  const signed = `${base64url(JSON.stringify({ alg: 'HS256', kid, typ: 'JWT' }))}.${base64url(JSON.stringify(payload))}`
  const bytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}
