import { ApiError, type ErrorBody, isErrorCode } from '~/contract/errors.ts'

/**
 * Calls a Durable Object. An `ApiError` that it throws arrives as one; without this, RPC would give it back as a plain `Error`.
 * @param tries of a call that did not reach the object, which restarts now and then; more than one only where the call may be
 *   repeated
 */
export async function callObject<Result>(call: () => Promise<Result>, { tries = 1 } = {}): Promise<Result> {
  for (let left = tries; ; left--) {
    try {
      return await call()
    } catch (error) {
      if (left <= 1 || !(error as { retryable?: boolean }).retryable) throw revived(error)
    }
  }
}

function revived(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'ApiError') return error
  const { code, info, message, cause } = error as Error & { code?: unknown; info?: ErrorBody['info'] }
  return isErrorCode(code) ? new ApiError(code, info, { message, cause }) : error
}
