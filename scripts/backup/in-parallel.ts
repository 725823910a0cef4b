/** Does something with each, a bounded number at a time; the first failure ends it. */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const under = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  for await (const item of items) {
    const one: Promise<void> = work(item)
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => under.delete(one))
    under.add(one)
    if (under.size >= atOnce) await Promise.race(under)
    if (failure) break
  }
  await Promise.all(under)
  if (failure) throw failure.error
}
