import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import { busyWait } from '~/web/errors/refusal.ts'
import type { Connection } from './connection.ts'
import { UploadError } from './upload-error.ts'

/** Failures in a row while the browser says it is online; with the delays between them, more than two minutes. */
const maxFailures = 9
const firstDelayMs = 1000
const maxDelayMs = 30_000

export interface RetryOptions {
  connection: Connection
  signal: AbortSignal
  /** Called before each wait. */
  onInterrupted: () => void
}

/**
 * Retries `work` until it succeeds: after a network failure or a temporary error of the server, with a delay that doubles, or the
 * longer one that a busy server asks for.
 * While the browser is offline it waits, however long that takes, and does not count failures.
 * @throws what `work` throws for good, or the signal's reason
 */
export async function retryUntilOnline<Result>(
  work: () => Promise<Result>,
  { connection, signal, onInterrupted }: RetryOptions,
): Promise<Result> {
  for (let failures = 0; ;) {
    if (!connection.isOnline()) onInterrupted()
    await connection.untilOnline(signal)
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isTemporary(error)) throw error
      if (!connection.isOnline()) continue
      if (++failures === maxFailures) throw error
      onInterrupted()
      await connection.pause(Math.max(delayAfter(failures), busyWait(error) ?? 0), signal)
    }
  }
}

/** Milliseconds, random within a quarter, so that browsers which lost the server together do not all return together. */
const delayAfter = (failures: number) =>
  Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs) * (1 + Math.random() / 4)

const temporary: readonly ErrorCode[] = ['service_unavailable', 'service_timeout', 'service_http_error']

/** Anything that is not an ApiError is a connection that broke, or a server that could not answer. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ApiError) return temporary.includes(error.code)
  return !(error instanceof UploadError)
}
