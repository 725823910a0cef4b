import { setTimeout } from 'node:timers/promises'
import { answers } from './wait-for.ts'

/** Milliseconds between two looks. */
const interval = 1_000

/**
 * Looks again and again until there is a reason or nobody waits for one any longer.
 * @param look gives the end of a sentence, or nothing while all is well
 */
export async function until(over: AbortSignal, look: () => Promise<string | undefined>): Promise<string | undefined> {
  while (!over.aborted) {
    const reason = await look()
    if (reason) return reason
    await setTimeout(interval, undefined, { signal: over }).catch(() => {})
  }
  return undefined
}

/** Looks whether an address has answered within the last `limit` milliseconds. */
export function unresponsivenessOf(url: string, limit: number): () => Promise<string | undefined> {
  let last = Date.now()
  return async () => {
    if (await answers(url, limit)) last = Date.now()
    return Date.now() - last >= limit ? `gave no answer for ${limit / 1000} s` : undefined
  }
}
