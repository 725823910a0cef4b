import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import type { Connection } from './connection.ts'
import { UploadError } from './upload-error.ts'

/** Failures in a row while the browser takes itself for online; with the pauses between them, more than two minutes. */
const mostFailures = 9
const firstPause = 1000
const longestPause = 30_000

export interface RetryOptions {
  connection: Connection
  signal: AbortSignal
  /** Called before each wait. */
  onInterrupted: () => void
}

/**
 * Does `work` until it succeeds. What only the connection or a passing weakness of the server was in the way of is done
 * again after a pause that doubles; without a connection it waits, however long that takes, for its return.
 * @throws what `work` throws for good, or the signal's reason
 */
export async function persevere<Result>(
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
      if (!isPassing(error)) throw error
      if (!connection.isOnline()) continue
      if (++failures === mostFailures) throw error
      onInterrupted()
      await connection.pause(pauseAfter(failures), signal)
    }
  }
}

/** Random within a quarter, so that browsers which lost the server together do not all come back together. */
const pauseAfter = (failures: number) =>
  Math.min(firstPause * 2 ** (failures - 1), longestPause) * (1 + Math.random() / 4)

const passing: readonly ErrorCode[] = ['service_unavailable', 'service_timeout', 'service_http_error']

/** What is no answer of the API is a connection that broke, or a server that had none to give. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return passing.includes(error.code)
  return !(error instanceof UploadError)
}
