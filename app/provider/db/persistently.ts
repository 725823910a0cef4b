/** Pauses before the tries of a write that the database refused, in milliseconds: about 5 seconds in all. */
const pauses = [0, 100, 300, 900, 1500, 2000]

/**
 * Repeats a write that the database refuses; it has to be safe to repeat.
 * @throws the database's error when it still refuses after about 5 seconds
 */
export async function persistently<Result>(write: () => Promise<Result>): Promise<Result> {
  for (const pause of pauses.slice(0, -1)) {
    await scheduler.wait(pause)
    try {
      return await write()
    } catch {
      // The last try says what is wrong.
    }
  }
  await scheduler.wait(pauses.at(-1)!)
  return write()
}
