import { base64url } from 'jose'
import { sha256 } from '~/provider/objects/sha256.ts'

/** Tells a key from an ID token, and a scanner for secrets what it has found. */
const prefix = 'rap_'
/** Random bytes of a secret. */
const length = 32
/** Characters by which an owner knows a secret again. */
const endingLength = 4

const form = /^rap_[\w-]{43}$/

/** A new key's secret, which is kept nowhere, and what is kept of it. */
export function newSecret(): { secret: string; hash: string; ending: string } {
  const secret = prefix + base64url.encode(crypto.getRandomValues(new Uint8Array(length)))
  return { secret, hash: hashOf(secret), ending: secret.slice(-endingLength) }
}

/** Whether a bearer's token is a key's secret, by its form. */
export const isSecret = (token: string): boolean => form.test(token)

/** By which a key is found. A secret has 256 random bits: a slow hash would protect it no better. */
export const hashOf = (secret: string): string => sha256(secret)
