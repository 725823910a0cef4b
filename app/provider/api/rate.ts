import { ApiError } from '~/contract/errors.ts'

/** In milliseconds. */
export const minute = 60_000

/** A minute ago, as rows keep their times: what is younger counts towards a limit by the minute. */
export const aMinuteAgo = () => new Date(Date.now() - minute).toISOString()

/**
 * What a call ends with until something made at a time is a minute old.
 *
 * @returns ApiError `rate_limited` with the seconds that are left, at least one
 */
export const limitedUntilAMinuteAfter = (createdAt: string) =>
  new ApiError('rate_limited', {
    retry_after: Math.max(1, Math.ceil((Date.parse(createdAt) + minute - Date.now()) / 1000)),
  })
