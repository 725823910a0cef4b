import { UnreadableDocument } from './document.ts'
import { inTime } from './in-time.ts'

/** Milliseconds that reading one document may take; the whole run of the queue's consumer has minutes. */
const readingTime = 60_000

/** Ends the reading of a document that takes too long. */
export interface Deadline {
  /**
   * Lets other work of the isolate go first, then looks at the clock; a Worker's clock stands still until it waits.
   * @throws UnreadableDocument `too_large` once the time is over
   */
  check(): Promise<void>
  /**
   * What the promise gives, unless the time is over before.
   * @throws UnreadableDocument `too_large` once the time is over
   */
  within<T>(promise: Promise<T>): Promise<T>
}

/** A deadline that begins now. */
export function startDeadline(milliseconds = readingTime): Deadline {
  const end = Date.now() + milliseconds
  const over = () => new UnreadableDocument('too_large')
  return {
    async check() {
      await new Promise((resolve) => setTimeout(resolve, 0))
      if (Date.now() >= end) throw over()
    },
    within: (promise) => inTime(promise, Math.max(0, end - Date.now()), over),
  }
}
