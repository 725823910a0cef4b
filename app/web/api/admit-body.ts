import { createMiddleware } from '@tanstack/react-start'
import { createClient } from '~/contract/client.ts'
import { directUploadBytes } from '~/contract/defaults.ts'
import { jsonBodyBytes, jsonDepth } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { getMe } from '~/contract/users.ts'
import { limitBytes } from '~/encoding/limit-bytes.ts'
import { isDeeper, limitDepth } from '~/encoding/limit-depth.ts'
import type { RequestContext } from '~/web/request-context.ts'
import { callerToken } from '~/web/session/caller-token.ts'

/** Bytes that are read whoever sends them: that costs less than to ask who does. */
const freeBytes = 64 * 1024

/**
 * Start parses what a server function is called with before it runs anything of the function's. So a body is looked at here: one that is
 * not small is a member's, and none is longer than what the contract takes.
 *
 * @throws ApiError `rate_limited`, `request_too_large`, `bad_request` for what is nested too deep in an address, or what the provider says of the caller
 */
export const admitBody = createMiddleware({ type: 'request' }).server(
  async ({ request, handlerType, context, next }) => {
    if (handlerType === 'serverFn') {
      if (context.refusal) throw context.refusal
      await requireAdmissible(request, context)
    }
    return next()
  },
)

export async function requireAdmissible(
  request: Request,
  { provider, providerOrigin }: Pick<RequestContext, 'provider' | 'providerOrigin'>,
): Promise<void> {
  // Where Start has what a GET is called with.
  const payload = new URL(request.url).searchParams.get('payload')
  if (payload && isDeeper(payload, jsonDepth)) throw new ApiError('bad_request')
  if (!request.body) return
  const length = lengthOf(request)
  if (length !== undefined && length <= freeBytes) return
  if (length !== undefined && length > mostBytes(request)) throw new ApiError('request_too_large')
  const token = callerToken(request)
  await createClient({ fetch: provider, origin: providerOrigin, ...(token && { token }) })(getMe)
}

/**
 * The request with a body that ends where it is too long, if the request does not tell its length before, or, as JSON, is nested too deep:
 * what Start reads it with calls itself for each list in a list.
 */
export function boundedRequest(request: Request): Request {
  const isJson = request.headers.get('content-type')?.includes('application/json')
  const isOfLength = lengthOf(request) !== undefined
  if (!request.body || (isOfLength && !isJson)) return request
  let body = request.body
  if (!isOfLength) body = body.pipeThrough(limitBytes(mostBytes(request), () => new ApiError('request_too_large')))
  if (isJson) body = body.pipeThrough(limitDepth(jsonDepth, () => new ApiError('bad_request')))
  return new Request(request, { method: request.method, body, duplex: 'half' } as RequestInit)
}

/** A form carries files; around them, and around JSON, a call of a server function says a little more. */
const mostBytes = ({ headers }: Request) =>
  freeBytes + (headers.get('content-type')?.startsWith('multipart/form-data') ? directUploadBytes : 4 * jsonBodyBytes)

function lengthOf({ headers }: Request): number | undefined {
  const length = headers.get('content-length')
  return length === null ? undefined : Number(length)
}
