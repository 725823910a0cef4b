/**
 * What a call gives, unless it takes longer than so many milliseconds.
 * @param late makes what is thrown then
 */
export async function inTime<T>(
  call: PromiseLike<T>,
  milliseconds: number,
  late: () => Error = () => new Error('no answer in time'),
): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), milliseconds)
  try {
    return await Promise.race([call, timeout])
  } finally {
    clearTimeout(timer)
  }
}
