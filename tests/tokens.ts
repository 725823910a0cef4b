import { exportJWK, generateKeyPair } from 'jose'

/** Who signs: a key pair and the id under which its public half is published. */
export interface Signer {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
}

export type Claims = Record<string, unknown>

export async function newSigner(kid: string): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, publicKey }
}

/** The key set that a source publishes for these signers. */
export async function jwksOf(...signers: Signer[]) {
  const keys = signers.map(async ({ kid, publicKey }) => ({
    ...(await exportJWK(publicKey)),
    kid,
    alg: 'RS256',
    use: 'sig',
  }))
  return { keys: await Promise.all(keys) }
}

/** What Firebase says of a person who signed in a minute ago; the token is good for the rest of the hour. */
export function claimsFor(projectId: string, overrides: Claims = {}): Claims {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: now - 60,
    user_id: 'uid-hanako',
    sub: 'uid-hanako',
    iat: now - 60,
    exp: now + 3540,
    name: 'Hanako',
    email: 'hanako@example.com',
    email_verified: true,
    firebase: { identities: { email: ['hanako@example.com'] }, sign_in_provider: 'password' },
    ...overrides,
  }
}

/** A token as Firebase makes it. `header` replaces or adds parameters; one that is undefined is left out. */
export function sign(signer: Signer, claims: Claims, header: Record<string, unknown> = {}): Promise<string> {
  return signRaw(
    signer,
    JSON.stringify({ alg: 'RS256', kid: signer.kid, typ: 'JWT', ...header }),
    JSON.stringify(claims),
  )
}

/** Signs any two texts as header and payload, JSON or not. */
export async function signRaw({ privateKey }: Signer, header: string, payload: string): Promise<string> {
  const signed = `${base64url(header)}.${base64url(payload)}`
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, new TextEncoder().encode(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}

export function base64url(data: string | Uint8Array<ArrayBuffer>): string {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
