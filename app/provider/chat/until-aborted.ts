/**
 * Goes through a generator until the signal aborts, and then throws the signal's reason at once, even where the
 * generator is waiting for something that does not listen to the signal.
 */
export async function* untilAborted<T>(items: AsyncGenerator<T>, signal: AbortSignal): AsyncGenerator<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  aborted.promise.catch(() => {})
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    for (;;) {
      const next = await Promise.race([aborted.promise, items.next()])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: a generator that hangs would hold its reader too. What it throws now concerns nobody.
    items.return(undefined).catch(() => {})
  }
}
