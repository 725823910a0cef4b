import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import type { SigningKey } from './signing-key.ts'

/** Where the Identity Toolkit and the Secure Token API put ID tokens in their answers. */
const tokenFields = ['idToken', 'id_token', 'access_token'] as const
const issuer = 'https://securetoken.google.com/'

/**
 * Signs the ID tokens of an answer of the Auth emulator; everything else in it stays as it is.
 * @param answer parsed JSON, of any shape
 */
export async function signTokensOf(answer: unknown, key: SigningKey): Promise<unknown> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer
  const signed: Record<string, unknown> = { ...answer }
  for (const field of tokenFields) {
    const token = signed[field]
    if (typeof token === 'string' && isUnsignedIdToken(token)) signed[field] = await sign(token, key)
  }
  return signed
}

/** An ID token of the emulator: unsigned, and issued as Firebase's. A provider's own token (Google's) is not ours. */
function isUnsignedIdToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === 'none' && !!decodeJwt(token).iss?.startsWith(issuer)
  } catch {
    return false
  }
}

/** The same claims, with the signature that the Worker asks for. */
const sign = (token: string, { kid, privateKey }: SigningKey) =>
  new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey)
