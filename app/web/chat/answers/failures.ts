import { ApiError, hasCode } from '~/contract/errors.ts'

/** Whether the session is over; it goes on when the member has signed in again. */
export const isExpired = (error: unknown) => hasCode(error, 'invalid_credentials')

/** Whether the refusal is only for now. */
export const isRateLimit = (error: unknown) => error instanceof ApiError && error.status === 429

/** Whether something answered, but not this product as this page knows it. The failure of a network is a TypeError. */
export const isNonsense = (error: unknown) =>
  error instanceof ApiError ? error.code === 'service_http_error' : error instanceof Error && error.name === 'Error'
