/**
 * Works on items, a few at a time, and gives the results as they come, in no order. The first failure ends it; whenever
 * it ends, the signal that the work was given aborts what still goes on, which is waited for.
 */
export async function* asCompleted<Item, Result>(
  items: Item[],
  width: number,
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result> {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const running = new Map<Item, Promise<{ item: Item; result: Result }>>()
  const waiting = items.values()
  try {
    for (;;) {
      while (running.size < width) {
        const { value: item, done } = waiting.next()
        if (done) break
        running.set(
          item,
          work(item, either).then((result) => ({ item, result })),
        )
      }
      if (running.size === 0) return
      const { item, result } = await Promise.race(running.values())
      running.delete(item)
      yield result
    }
  } finally {
    ended.abort()
    await Promise.allSettled(running.values())
  }
}
