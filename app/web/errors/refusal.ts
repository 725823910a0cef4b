import { ApiError, hasCode } from '~/contract/errors.ts'

/** Whether the server understood and refused, so that asking again cannot help. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

/** Seconds that one wait for a busy server takes at most, and how often a page waits; one that is drawn on the server, once. */
const longestWait = 60
const mostWaits = () => (import.meta.env.SSR ? 1 : 5)

/**
 * Milliseconds after which a busy server wants to be asked again, a little more for some, so that those it has sent away do not
 * come back together; undefined where an error says nothing of that.
 */
export function busyWait(error: unknown): number | undefined {
  const seconds = hasCode(error, 'service_unavailable') ? error.info?.retry_after : undefined
  return seconds && Math.min(seconds, longestWait) * 1000 * (1 + Math.random() / 4)
}

/** Tries a query again where its failure may pass, and waits for a busy server: that there is no such thing is an answer. */
export const retryQuery = (failures: number, error: Error): boolean =>
  !isRefusal(error) && failures < (busyWait(error) ? mostWaits() : 1)

/** Milliseconds until then. */
export const retryDelay = (_failures: number, error: Error): number => busyWait(error) ?? 1000
