import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ApiError, type ErrorBody } from '~/contract/errors.ts'
import { describeFailure } from './describe-failure.ts'

/** The one place where an error becomes an answer. What it is not meant to say stays in the log. */
export function answerError(thrown: unknown, context: Context): Response {
  const error = asApiError(thrown)
  log(error, context)
  const body: ErrorBody = { code: error.code, message: error.code === 'unexpected' ? 'unexpected' : error.message }
  if (error.info) body.info = error.info
  const headers: Record<string, string> = { 'cache-control': 'private, no-store' }
  if (error.info?.retry_after) headers['retry-after'] = String(error.info.retry_after)
  return Response.json(body, { status: error.status, headers })
}

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof HTTPException && thrown.status < 500)
    return new ApiError('invalid_request', undefined, { cause: thrown })
  return new ApiError('unexpected', undefined, { cause: thrown })
}

/** One JSON line an error: code, call and cause. Never a token, a question, an answer or a file's name. */
function log(error: ApiError, context: Context) {
  const line = {
    level: error.status >= 500 ? 'error' : 'info',
    code: error.code,
    method: context.req.method,
    path: context.req.routePath,
    // Causes of coded errors are in our own words; anything else may repeat what it was about.
    cause:
      error.code === 'unexpected'
        ? describeFailure(error.cause)
        : error.cause instanceof Error
          ? error.cause.message
          : undefined,
  }
  if (error.status >= 500) console.error(JSON.stringify(line))
  else console.info(JSON.stringify(line))
}
