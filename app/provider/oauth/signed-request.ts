import { base64url } from 'jose'
import { ApiError } from '~/contract/errors.ts'
import type { ProgramScope } from '~/contract/oauth.ts'
import { isSigned, sign } from '~/provider/api/signature.ts'

/** A program's request as it was checked. */
export interface CheckedRequest {
  clientId: string
  redirectUri: string
  challenge: string
  scopes: ProgramScope[]
  state: string | undefined
}

/** Milliseconds that a member may take to sign in and to decide. */
const lifetime = 30 * 60 * 1000

const signedText = (payload: string) => `oauth-request\n${payload}`

/** The request as text that only we can have made, so that nothing is kept of what nobody allows. */
export async function seal(env: Env, request: CheckedRequest): Promise<string> {
  const payload = base64url.encode(JSON.stringify({ ...request, expires: Date.now() + lifetime }))
  return `${payload}.${await sign(env, signedText(payload))}`
}

/** @throws ApiError `invalid_request` for one that is not ours, or too old */
export async function unseal(env: Env, sealed: string): Promise<CheckedRequest> {
  const [payload = '', signature = '', ...rest] = sealed.split('.')
  if (rest.length > 0 || !(await isSigned(env, signedText(payload), signature))) throw staleRequest()
  const { expires, ...request } = JSON.parse(new TextDecoder().decode(base64url.decode(payload))) as CheckedRequest & {
    expires: number
  }
  if (expires < Date.now()) throw staleRequest()
  return request
}

const staleRequest = () =>
  new ApiError('invalid_request', undefined, { message: 'The request is not valid any more: ask for it again.' })
