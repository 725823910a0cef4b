import { base64url } from 'jose'
import { ApiError } from '~/contract/errors.ts'

type Secret = Pick<Env, 'SIGNING_SECRET'>

/** Signs a text (HMAC with SHA-256, base64url), so that an address can carry what its reader may do. */
export async function sign(env: Secret, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await signingKey(env), new TextEncoder().encode(text))
  return base64url.encode(new Uint8Array(signature))
}

/** Whether a text was signed here, and this is how its signature is written: base64url can write the same bytes in four ways. */
export async function isSigned(env: Secret, text: string, signature: string): Promise<boolean> {
  const bytes = decoded(signature)
  const isRight = await crypto.subtle.verify('HMAC', await signingKey(env), bytes, new TextEncoder().encode(text))
  return isRight && base64url.encode(bytes) === signature
}

/** As long as the hash that HMAC is built on (RFC 2104, section 3). Without such a secret nothing is signed or read. */
const shortestSecret = 32

async function signingKey(env: Secret): Promise<CryptoKey> {
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
