import { existsSync, readFileSync } from 'node:fs'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { writeWhole } from '../data-dir.ts'

/** The RSA key that signs ID tokens locally, where Google's would in production. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey
  /** What the Worker fetches: `{ keys: [public key] }`. */
  jwks: { keys: JWK[] }
}

/** Reads the key from a file; makes it once, 2048 bits, for the owner's eyes only. Its id is the RFC 7638 thumbprint. */
export async function signingKeyIn(path: string): Promise<SigningKey> {
  if (!existsSync(path)) {
    const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
    writeWhole(path, JSON.stringify(await exportJWK(privateKey)))
  }
  const jwk = JSON.parse(readFileSync(path, 'utf8')) as JWK & { kty: 'RSA'; n: string; e: string }
  const kid = await calculateJwkThumbprint(jwk)
  return {
    kid,
    privateKey: (await importJWK(jwk, 'RS256')) as CryptoKey,
    jwks: { keys: [{ kty: jwk.kty, n: jwk.n, e: jwk.e, kid, alg: 'RS256', use: 'sig' }] },
  }
}
