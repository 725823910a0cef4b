import { importPKCS8, SignJWT } from 'jose'
import { ApiError } from '~/contract/errors.ts'
import type { ServiceAccount } from './settings.ts'

const tokenUrl = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/identitytoolkit'
/** Seconds. Google takes assertions that hold for an hour at most; ours is used at once. */
const assertionLifetime = 300
/** Seconds before its end from which on a token is not used any more. */
const margin = 60
/** Milliseconds. */
const timeout = 10_000

interface AccessToken {
  value: string
  /** Milliseconds since 1970. */
  until: number
}

/**
 * By the service account's address; as long as the isolate lives. Tokens, not promises of them: one whose request was ended with its
 * client never settles, and all who wait for it wait for ever.
 */
const tokens = new Map<string, AccessToken>()

/**
 * An access token of a service account (Google, `Using OAuth 2.0 for Server to Server Applications`), kept until it
 * expires.
 * @throws ApiError `service_unavailable` when there is none to be had
 */
export async function accessToken(account: ServiceAccount): Promise<string> {
  const known = tokens.get(account.email)
  if (known && known.until > Date.now()) return known.value
  const token = await requestToken(account)
  tokens.set(account.email, token)
  return token.value
}

async function requestToken(account: ServiceAccount): Promise<AccessToken> {
  const assertion = await signAssertion(account)
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  }).catch((cause: unknown) => {
    throw new ApiError('service_unavailable', undefined, { cause })
  })
  if (!response.ok) {
    await response.body?.cancel()
    const cause = new Error(`the token endpoint answers ${response.status}`)
    throw new ApiError('service_unavailable', undefined, { cause })
  }
  const { access_token, expires_in } = await response.json<{ access_token: string; expires_in: number }>()
  return { value: access_token, until: Date.now() + (expires_in - margin) * 1000 }
}

async function signAssertion({ email, privateKey }: ServiceAccount): Promise<string> {
  const key = await importPKCS8(privateKey, 'RS256').catch(() => {
    // Not jose's error, which may repeat the key.
    throw new ApiError('fatal', undefined, { cause: new Error('GOOGLE_PRIVATE_KEY is no PKCS #8 key') })
  })
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(tokenUrl)
    .setIssuedAt()
    .setExpirationTime(`${assertionLifetime}s`)
    .sign(key)
}
