import { ApiError } from '~/contract/errors.ts'
import { limitBytes } from '~/encoding/limit-bytes.ts'
import { OAuthRefusal } from './refusal.ts'

const mostBytes = 16 * 1024

/**
 * The fields of a program's form.
 * @throws OAuthRefusal `invalid_request` for anything else, and for a field that is there twice
 * @throws ApiError `request_too_large`
 */
export async function readForm({ headers, body }: Request): Promise<(name: string) => string> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get('content-type') ?? '')) {
    throw new OAuthRefusal('invalid_request', 'The body has to be a form.')
  }
  const bounded = body?.pipeThrough(limitBytes(mostBytes, () => new ApiError('request_too_large')))
  const fields = new URLSearchParams(await new Response(bounded).text())
  return (name) => {
    const [value, ...others] = fields.getAll(name)
    if (others.length > 0) throw new OAuthRefusal('invalid_request', `${name} is there twice.`)
    return value ?? ''
  }
}
