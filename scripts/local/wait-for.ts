import { setTimeout } from 'node:timers/promises'
import { Problem } from './problem.ts'

/**
 * Asks again and again until the answer is true.
 * @param what completes the sentence "… in 60 s"
 * @param limit milliseconds
 * @throws a {@link Problem} when the limit passes first
 */
export async function waitFor(what: string, limit: number, ask: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + limit
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Problem(`${what} in ${limit / 1000} s.`)
    await setTimeout(100)
  }
}

/** Whether an address answers within some milliseconds, and not with an error of the server. */
export async function answers(url: string, limit = 30_000): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(limit) })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}
