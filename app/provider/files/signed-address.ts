import { base64url } from 'jose'
import { ApiError } from '~/contract/errors.ts'

/** What a signed address allows: to read one file, as one content type, shown or saved, for a time. */
export interface Grant {
  fileId: number
  disposition: 'inline' | 'attachment'
  contentType: string
  /** Seconds since 1970. */
  expires: number
}

/** Seconds that a signed address is good for: a leaked one, or one of a member who was removed, soon is not. */
export const grantSeconds = 5 * 60

/** The absolute address that carries a grant, at the origin of the request that asks for it. */
export async function signedAddress(env: Env, request: Request, grant: Omit<Grant, 'expires'>): Promise<URL> {
  const expires = seconds() + grantSeconds
  const signature = await crypto.subtle.sign('HMAC', await signingKey(env), canonical({ ...grant, expires }))
  const address = new URL(pathOf(grant.fileId), request.url)
  address.search = new URLSearchParams({
    expires: String(expires),
    disposition: grant.disposition,
    'response-content-type': grant.contentType,
    signature: base64url.encode(new Uint8Array(signature)),
  }).toString()
  return address
}

/**
 * Ends the call unless this grant was signed here and still holds.
 * @throws ApiError `operation_not_authorized`, the same for an expired and a forged address
 */
export async function requireGrant(env: Env, grant: Grant, signature: string): Promise<void> {
  const genuine = await crypto.subtle.verify('HMAC', await signingKey(env), decoded(signature), canonical(grant))
  if (!genuine || grant.expires <= seconds()) throw new ApiError('operation_not_authorized')
}

const seconds = () => Math.floor(Date.now() / 1000)

const pathOf = (fileId: number) => `/v1/files/${fileId}/bytes`

/** What is signed. Only the last field is free text, so no two grants read the same. `v1` names this very layout. */
const canonical = ({ fileId, expires, disposition, contentType }: Grant) =>
  new TextEncoder().encode(['v1', 'GET', pathOf(fileId), expires, disposition, contentType].join('\n'))

/** As long as the hash that HMAC is built on (RFC 2104, section 3). Without such a secret nothing is signed or read. */
const shortestSecret = 32

async function signingKey(env: Env): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(env.SIGNING_SECRET)
  if (secret.length < shortestSecret) {
    throw new ApiError('fatal', undefined, { cause: new Error(`SIGNING_SECRET needs ${shortestSecret} bytes or more`) })
  }
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

/** What is not base64url is no signature, and so never the right one. */
function decoded(signature: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(base64url.decode(signature))
  } catch {
    return new Uint8Array()
  }
}
