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

/** Tries of a call that did not reach its object, which restarts now and then. */
const tries = 3

/**
 * Calls a Durable Object; again where the call did not reach it, but not where the object has too much to do already.
 * @param call safe to repeat; it makes its stub itself, since one that has failed stays broken
 */
export async function callObject<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let left = tries; ; left--) {
    try {
      return await call()
    } catch (error) {
      const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean }
      if (left <= 1 || !retryable || overloaded) throw error
    }
  }
}
