import { decodeProtectedHeader } from 'jose'
import { refusal } from './refusal.ts'

/** Firebase's own tokens have about 1 KB; custom claims add at most 1 KB. */
const maxLength = 8 * 1024

const threeParts = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Parameters that bring their own key or change how a token is read (RFC 7515, 4.1 and 7797). Firebase sends none. */
const foreignParameters = ['jwk', 'jku', 'x5c', 'x5u', 'crit', 'b64', 'zip']

/**
 * Checks the shape of a token before any of it is trusted, and gives the id of the key that is said to have signed it.
 *
 * @throws ApiError `invalid_credentials`
 */
export function keyIdOf(token: string): string {
  if (token.length >= maxLength) throw refusal('the token is under 8 KB')
  if (!threeParts.test(token)) throw refusal('the token has three base64url parts and nothing else')

  const header = headerOf(token)
  if (header.alg !== 'RS256') throw refusal('alg is RS256')
  if (header.typ !== undefined && header.typ !== 'JWT') throw refusal('typ is JWT')
  if (foreignParameters.some((name) => Object.hasOwn(header, name))) throw refusal('the header only names a key')
  if (typeof header.kid !== 'string' || header.kid === '') throw refusal('kid is a non-empty string')
  return header.kid
}

function headerOf(token: string): Record<string, unknown> {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw refusal('the header is a JSON object')
  }
}
