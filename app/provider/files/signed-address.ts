import { base64url } from 'jose'
import { ApiError } from '~/contract/errors.ts'

/** What a signed address allows: one method on the bytes of one file. */
export type Grant = { fileId: number } & (ReadGrant | WriteGrant)

/** To read them, as one content type, shown or saved. */
interface ReadGrant {
  method: 'GET'
  disposition: 'inline' | 'attachment'
  contentType: string
}

/** To write one part of them (0: all of them), of at most so many bytes. */
interface WriteGrant {
  method: 'PUT'
  part: number
  size: number
}

/** Seconds that an address is good for. A leaked one, or one of a member who was removed, soon reads nothing more. */
export const grantSeconds = { GET: 5 * 60, PUT: 60 * 60 }

/** The absolute address that carries a grant, at the origin of the request that asks for it. */
export async function signedAddress(env: Env, request: Request, grant: Grant): Promise<URL> {
  const expires = seconds() + grantSeconds[grant.method]
  const signature = await crypto.subtle.sign('HMAC', await signingKey(env), canonical(grant, expires))
  const address = new URL(pathOf(grant), request.url)
  address.search = new URLSearchParams({
    expires: String(expires),
    ...fieldsOf(grant),
    signature: base64url.encode(new Uint8Array(signature)),
  }).toString()
  return address
}

/**
 * Ends the call unless this grant was signed here, to hold until `expires`, and still does.
 * @param expires seconds since 1970
 * @throws ApiError `operation_not_authorized`, the same for an expired and a forged address
 */
export async function requireGrant(
  env: Env,
  grant: Grant,
  { expires, signature }: { expires: number; signature: string },
): Promise<void> {
  const signed = canonical(grant, expires)
  const genuine = await crypto.subtle.verify('HMAC', await signingKey(env), decoded(signature), signed)
  if (!genuine || expires <= seconds()) throw new ApiError('operation_not_authorized')
}

const seconds = () => Math.floor(Date.now() / 1000)

const pathOf = ({ fileId }: Grant) => `/v1/files/${fileId}/bytes`

/** The parameters of an address that say what it allows. */
const fieldsOf = (grant: Grant): Record<string, string> =>
  grant.method === 'GET'
    ? { disposition: grant.disposition, 'response-content-type': grant.contentType }
    : { part: String(grant.part), size: String(grant.size) }

/** What is signed. Only the last field is free text, so no two grants read the same. `v1` names this very layout. */
const canonical = (grant: Grant, expires: number) =>
  new TextEncoder().encode(['v1', grant.method, pathOf(grant), expires, ...Object.values(fieldsOf(grant))].join('\n'))

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
