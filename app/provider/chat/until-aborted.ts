/**
 * Goes through a generator until the signal aborts, and then throws the signal's reason at once, even where the
 * generator is waiting for something that does not listen to the signal.
 */
export async function* untilAborted<T>(items: AsyncGenerator<T>, signal: AbortSignal): AsyncGenerator<T> {
  let abort: (() => void) | undefined
  const onAbort = () => abort?.()
  signal.addEventListener('abort', onAbort)
  try {
    for (;;) {
      signal.throwIfAborted()
      // A race with one promise for all items would keep something of each of them until the end.
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        abort = () => reject(signal.reason)
        items.next().then(resolve, reject)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Not awaited: a generator that hangs would hold its reader too. What it throws now concerns nobody.
    items.return(undefined).catch(() => {})
  }
}
