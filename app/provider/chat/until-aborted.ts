/**
 * Takes what a generator gives, until its end or until the signal aborts; then it rejects with the signal's reason at
 * once, even where the generator is waiting for something that does not listen to the signal. What that gives later is
 * not taken. `take` may give a promise: the next one is not asked for before it.
 */
export async function takeUntilAborted<T>(
  items: AsyncGenerator<T>,
  signal: AbortSignal,
  take: (item: T) => Promise<void> | void,
) {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  const takeAll = async () => {
    for await (const item of items) {
      signal.throwIfAborted()
      const taken = take(item)
      if (taken) await taken
    }
  }
  signal.throwIfAborted()
  signal.addEventListener('abort', abort)
  try {
    // One race for all of them: one for each item costs more than the item.
    await Promise.race([takeAll(), aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
