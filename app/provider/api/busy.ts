/** Seconds after which whoever met a busy database, object, bucket or queue is to come again. */
export const busySeconds = 5

/**
 * What the platform says where it has too much to do, or has just lost what it spoke to: D1 and objects in words, R2 by the numbers of
 * its errors, too (10043 is out of service, 10058 too many requests).
 */
const words =
  /overloaded|too many requests|network connection lost|caused object to be reset|reset because its code was updated|\((10043|10058)\)/i

/**
 * Whether what was thrown says that the platform has too much to do right now: another call, a little later, may well succeed. Objects
 * say it by properties of the error; what D1, R2 and the queue say is in the innermost cause, since messages around it repeat what
 * was to be written.
 */
export function isBusy(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { overloaded, retryable } = thrown as { overloaded?: boolean; retryable?: boolean }
  if (overloaded || retryable) return true
  return thrown.cause === undefined ? words.test(thrown.message) : isBusy(thrown.cause)
}
