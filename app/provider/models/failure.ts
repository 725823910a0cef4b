import { APICallError, RetryError } from 'ai'
import { ApiError, type ErrorCode } from '~/contract/errors.ts'

/**
 * What went wrong at a model's service, as a code of the catalogue: it refused or sent nonsense (`service_http_error`),
 * or it is overloaded, broken or out of reach (`service_unavailable`). Its own words stay out: they may repeat the prompt.
 */
export function serviceFailure(error: unknown): ApiError {
  const last = RetryError.isInstance(error) ? error.lastError : error
  return last instanceof ApiError ? last : new ApiError(codeOf(last))
}

function codeOf(error: unknown): ErrorCode {
  if (APICallError.isInstance(error)) {
    const status = error.statusCode ?? 0
    // It was accepted and lost on the way, or never got there: the cause says more.
    if (status < 400) return codeOf(error.cause)
    return status === 429 || status >= 500 ? 'service_unavailable' : 'service_http_error'
  }
  // Errors of the protocol have names of the library (AI_JSONParseError, …); the rest is the network's.
  return error instanceof Error && error.name.startsWith('AI_') ? 'service_http_error' : 'service_unavailable'
}
