import { base64url } from 'jose'
import { refusal } from './refusal.ts'
import { strictObject } from './strict-json.ts'

/** Firebase's own tokens have about 1 KB; custom claims add at most 1 KB. */
const maxLength = 8 * 1024

/** Base64url in which the bits that no byte is made of are zero: the same bytes are written in one way. */
const part = '(?:[\\w-]{4})*(?:[\\w-]{4}|[\\w-][AQgw]|[\\w-]{2}[AEIMQUYcgkosw048])'
const threeParts = new RegExp(`^(?<header>${part})\\.(?<payload>${part})\\.${part}$`)

/** Others bring their own key or change how a token is read (RFC 7515, 4.1 and 7797). Firebase sends none. */
const parameters = ['alg', 'kid', 'typ']

/** What is in a token, as it says itself: nothing of it is to be believed before its signature is verified. */
export interface UnverifiedToken {
  /** The id of the key that is said to have signed it. */
  keyId: string
  claims: Record<string, unknown>
}

/**
 * Reads a token, strictly: what is written in a way that another reader might take otherwise is none.
 *
 * @throws ApiError `invalid_credentials`
 */
export function readToken(token: string): UnverifiedToken {
  if (token.length >= maxLength) throw refusal('the token is under 8 KB')
  const parts = threeParts.exec(token)?.groups
  if (!parts) throw refusal('the token has three base64url parts and nothing else')

  const header = objectIn('header', parts)
  if (header.alg !== 'RS256') throw refusal('alg is RS256')
  if (header.typ !== undefined && header.typ !== 'JWT') throw refusal('typ is JWT')
  if (Object.keys(header).some((name) => !parameters.includes(name))) throw refusal('the header only names a key')
  if (typeof header.kid !== 'string' || header.kid === '') throw refusal('kid is a non-empty string')
  return { keyId: header.kid, claims: objectIn('payload', parts) }
}

function objectIn(name: string, parts: Record<string, string>): Record<string, unknown> {
  try {
    return strictObject(base64url.decode(parts[name]!))
  } catch {
    throw refusal(`the ${name} is a JSON object that can be read in one way`)
  }
}
