import type { Query } from '@tanstack/react-query'
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

/** Milliseconds after which what is shown is asked for again that could not be read anew. */
const staleWait = 5000

/**
 * What is shown stays when it cannot be read anew, and may then be out of date for as long as the page is open: it is asked for until it
 * comes, or is refused.
 */
export const refetchWhereFailed = ({ state: { status, data, error } }: Query): number | false =>
  status === 'error' && data !== undefined && !isRefusal(error) && Math.max(staleWait, busyWait(error) ?? 0)
