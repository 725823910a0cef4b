/** Bytes of a file that is read beside others. */
const smallBytes = 1024 * 1024
/** Milliseconds after which a file is taken for gone that does not say that it is read: longer than any is read for. */
const longest = 90_000
/** Milliseconds between two looks at whose turn it is. */
const interval = 100

/** Until when a larger file is read, in milliseconds since 1970. */
let takenUntil = 0

/**
 * Reads larger files one after another: with its text, what it inflates to and what a parser makes of it, one takes most of the memory
 * that an isolate has. Who waits looks again and again, because in a Worker a promise of one call does not always reach another, and
 * a call may end without its `finally`.
 */
export async function inTurn<Result>(size: number, read: () => Promise<Result>): Promise<Result> {
  if (size <= smallBytes) return read()
  while (Date.now() < takenUntil) await scheduler.wait(interval)
  const mine = (takenUntil = Date.now() + longest)
  try {
    return await read()
  } finally {
    if (takenUntil === mine) takenUntil = 0
  }
}
