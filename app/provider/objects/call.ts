import { ApiError, type ErrorBody } from '~/contract/errors.ts'

/** What a call of an object led to. A refusal is a value: what an object throws is in the log as a failure of the product. */
export type Attempt<Result> = { value: Result } | { refusal: Pick<ErrorBody, 'code' | 'info'> }

/** Runs what an object does for a call, whose refusal is the caller's to know. */
export function attempt<Result>(run: () => Result): Attempt<Result> {
  try {
    return { value: run() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { refusal: { code: error.code, info: error.info } }
  }
}

/**
 * What an object's {@link attempt} led to.
 * @throws the ApiError that it ended with
 */
export async function resultOf<Result>(call: Promise<Attempt<Result>>): Promise<Result> {
  const attempted = await call
  if ('value' in attempted) return attempted.value
  throw new ApiError(attempted.refusal.code, attempted.refusal.info)
}

/**
 * Calls a Durable Object.
 * @param tries of a call that did not reach the object, which restarts now and then; more than one only where the call may be
 *   repeated
 */
export async function callObject<Result>(call: () => Promise<Result>, { tries = 1 } = {}): Promise<Result> {
  for (let left = tries; ; left--) {
    try {
      return await call()
    } catch (error) {
      if (left <= 1 || !(error as { retryable?: boolean }).retryable) throw error
    }
  }
}
