import type { Context } from 'hono'
import { ApiError, type ErrorBody } from '~/contract/errors.ts'
import { callMcp } from '~/contract/mcp.ts'
import { getProtectedResource } from '~/contract/oauth.ts'
import { describeFailure } from '~/provider/log/describe-failure.ts'
import { log, requestId } from '~/provider/log/log.ts'
import { busySeconds, isBusy } from './busy.ts'
import { sentenceOf } from './error-sentences.ts'
import { openAiError, speaksOpenAi } from './openai-errors.ts'

/** Seconds after which to look again at what no waiting mends, such as a quota of bytes: somebody may have deleted something. */
const longWait = 3600

/** The one place where an error becomes an answer. What it is not meant to say stays in the log. */
export function answerError(thrown: unknown, context: Context): Response {
  const error = asApiError(thrown)
  logError(error, context.req.method, context.req.routePath)
  const body: ErrorBody = { code: error.code, message: sentenceOf(error) }
  if (error.info) body.info = error.info
  if (speaksOpenAi(context.req.path)) Object.assign(body, openAiError(error))
  const headers: Record<string, string> = { 'cache-control': 'private, no-store' }
  const id = requestId()
  // The web, in the same Worker, has the answer before the request's own is made.
  if (id) headers['x-request-id'] = id
  if (error.status === 401 && context.req.path === callMcp.path)
    headers['www-authenticate'] = challengeOf(context.req.raw)
  const wait = error.info?.retry_after ?? (error.status === 429 ? longWait : undefined)
  if (wait) headers['retry-after'] = String(wait)
  return Response.json(body, { status: error.status, headers })
}

/**
 * What the API says of something that was thrown. A platform that is busy is `service_unavailable` with the seconds to wait, whatever
 * the handler took it for; not where the client is to blame, who may be what was lost.
 */
export function asApiError(thrown: unknown): ApiError {
  const isRefusal = thrown instanceof ApiError && thrown.status < 500
  if (!isRefusal && isBusy(thrown)) {
    const cause = new Error(describeFailure(thrown))
    return new ApiError('service_unavailable', { retry_after: busySeconds }, { cause })
  }
  if (thrown instanceof ApiError) return thrown
  if (isAbort(thrown)) return new ApiError('request_aborted_user')
  if (isRefusedByHono(thrown)) return new ApiError('bad_request', undefined, { cause: thrown })
  return new ApiError('unexpected', undefined, { cause: thrown })
}

/** An `HTTPException`, such as of a body that is not JSON; known by its status, since a bundle may have two of the class. */
const isRefusedByHono = (thrown: unknown): boolean =>
  thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' && thrown.status < 500

/** What the client left behind that ended a call of ours for it. */
const isAbort = (thrown: unknown) => thrown instanceof Error && thrown.name === 'AbortError'

/** Where a client of the Model Context Protocol learns how it gets a token (RFC 9728). */
function challengeOf({ url, headers }: Request): string {
  const metadata = `Bearer resource_metadata="${new URL(getProtectedResource.path, url).href}"`
  return headers.has('authorization') ? `${metadata}, error="invalid_token"` : metadata
}

/** Says which call ended with which error. */
export function logError(error: ApiError, method: string, path: string): void {
  const level = error.status >= 500 ? 'error' : 'info'
  log[level]('request_failed', {
    code: error.code,
    method,
    path,
    // Causes of coded errors are in our own words; anything else may repeat what it was about.
    cause: error.code !== 'unexpected' && error.cause instanceof Error ? error.cause.message : error.cause,
  })
}
