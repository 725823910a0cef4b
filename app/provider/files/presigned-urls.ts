import { ApiError } from '~/contract/errors.ts'
import { isSigned, sign } from '~/provider/api/signature.ts'

/** What a signed address allows: one method on the bytes of one file. */
export type Grant = { fileId: number } & (ReadGrant | WriteGrant)

/** To read them, as one content type, shown or saved. */
interface ReadGrant {
  method: 'GET'
  disposition: 'inline' | 'attachment'
  contentType: string
}

/** To write one part of them (0: all of them), of at most this many bytes. */
interface WriteGrant {
  method: 'PUT'
  part: number
  size: number
}

/** Seconds that an address is good for. A leaked one, or one of a member who was removed, soon reads nothing more. */
export const grantSeconds = { GET: 5 * 60, PUT: 60 * 60 }

/** The absolute address that carries a grant, at the origin of the request that asks for it. */
export async function presignUrl(env: Env, request: Request, grant: Grant): Promise<URL> {
  const expires = seconds() + grantSeconds[grant.method]
  const address = new URL(pathOf(grant), request.url)
  address.search = new URLSearchParams({
    expires: String(expires),
    ...fieldsOf(grant),
    signature: await sign(env, canonical(grant, expires)),
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
  const genuine = await isSigned(env, canonical(grant, expires), signature)
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
  ['v1', grant.method, pathOf(grant), expires, ...Object.values(fieldsOf(grant))].join('\n')
