import { AsyncLocalStorage } from 'node:async_hooks'
import { describeFailure } from './describe-failure.ts'

type Level = 'info' | 'warn' | 'error'

/** What a line says besides its event: ids, codes and counts. Never a token, a question, an answer, an address or a file's name. */
interface Details {
  /** What went wrong: in our own words, or the error, which is described without what it was about. */
  cause?: unknown
  [name: string]: unknown
}

const requestIds = new AsyncLocalStorage<string | undefined>()

/** Runs what belongs to one request: every line that it logs has the request's id. */
export const withRequestId = <Result>(id: string | undefined, run: () => Result): Result => requestIds.run(id, run)

/** The id of the request that is being answered, or whose job is being done. */
export const requestId = (): string | undefined => requestIds.getStore()

/** Writes the log: one line of JSON an event. */
export const log = { info: writer('info'), warn: writer('warn'), error: writer('error') }

function writer(level: Level) {
  return (event: string, { cause, ...details }: Details = {}) =>
    console[level](
      JSON.stringify({
        level,
        event,
        request_id: requestId(),
        ...details,
        cause: cause === undefined || typeof cause === 'string' ? cause : describeFailure(cause),
      }),
    )
}
