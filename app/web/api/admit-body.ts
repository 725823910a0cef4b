import { createMiddleware } from '@tanstack/react-start'
import { createClient } from '~/contract/client.ts'
import { directUploadBytes } from '~/contract/defaults.ts'
import { jsonBodyBytes } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { getMe } from '~/contract/users.ts'
import { limitBytes } from '~/encoding/limit-bytes.ts'
import type { RequestContext } from '~/web/request-context.ts'
import { callerToken } from '~/web/session/caller-token.ts'

/** Bytes that are read whoever sends them: that costs less than to ask who does. */
const freeBytes = 64 * 1024

/**
 * Start parses what a server function is called with before it runs anything of the function's. So a body is looked at here: one that is
 * not small is a member's, and none is longer than what the contract takes.
 *
 * @throws ApiError `request_too_large`, or what the provider says of the caller
 */
export const admitBody = createMiddleware({ type: 'request' }).server(
  async ({ request, handlerType, context, next }) => {
    if (handlerType === 'serverFn') await requireAdmissible(request, context)
    return next()
  },
)

export async function requireAdmissible(
  request: Request,
  { provider, providerOrigin }: Pick<RequestContext, 'provider' | 'providerOrigin'>,
): Promise<void> {
  if (!request.body) return
  const length = lengthOf(request)
  if (length !== undefined && length <= freeBytes) return
  if (length !== undefined && length > mostBytes(request)) throw new ApiError('request_too_large')
  const token = callerToken(request)
  await createClient({ fetch: provider, origin: providerOrigin, ...(token && { token }) })(getMe)
}

/** The request with a body that ends as {@link admitBody} would have it, where the request does not tell its length before. */
export function boundedRequest(request: Request): Request {
  if (!request.body || lengthOf(request) !== undefined) return request
  const body = request.body.pipeThrough(limitBytes(mostBytes(request), () => new ApiError('request_too_large')))
  return new Request(request, { method: request.method, body, duplex: 'half' } as RequestInit)
}

/** A form carries files; around them, and around JSON, a call of a server function says a little more. */
const mostBytes = ({ headers }: Request) =>
  freeBytes + (headers.get('content-type')?.startsWith('multipart/form-data') ? directUploadBytes : 4 * jsonBodyBytes)

function lengthOf({ headers }: Request): number | undefined {
  const length = headers.get('content-length')
  return length === null ? undefined : Number(length)
}
