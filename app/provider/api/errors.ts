import type { Context } from 'hono'
import { ApiError, type ErrorBody } from '~/contract/errors.ts'
import { log } from '~/provider/log/log.ts'
import { sentenceOf } from './error-sentences.ts'

/** The one place where an error becomes an answer. What it is not meant to say stays in the log. */
export function answerError(thrown: unknown, context: Context): Response {
  const error = asApiError(thrown)
  logError(error, context)
  const body: ErrorBody = { code: error.code, message: sentenceOf(error) }
  if (error.info) body.info = error.info
  const headers: Record<string, string> = { 'cache-control': 'private, no-store' }
  if (error.info?.retry_after) headers['retry-after'] = String(error.info.retry_after)
  return Response.json(body, { status: error.status, headers })
}

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (isRefusedByHono(thrown)) return new ApiError('bad_request', undefined, { cause: thrown })
  return new ApiError('unexpected', undefined, { cause: thrown })
}

/** An `HTTPException`, such as of a body that is not JSON; known by its status, since a bundle may have two of the class. */
const isRefusedByHono = (thrown: unknown): boolean =>
  thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' && thrown.status < 500

/** Says which call ended with which error. */
function logError(error: ApiError, context: Context) {
  const level = error.status >= 500 ? 'error' : 'info'
  log[level]('request_failed', {
    code: error.code,
    method: context.req.method,
    path: context.req.routePath,
    // Causes of coded errors are in our own words; anything else may repeat what it was about.
    cause: error.code !== 'unexpected' && error.cause instanceof Error ? error.cause.message : error.cause,
  })
}
