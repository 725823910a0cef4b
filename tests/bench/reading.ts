import type { RunningWorker } from './workers.ts'

/** What it took to read a response whole. */
export interface Reading {
  /** Milliseconds to the first bytes, and to the last. */
  first: number
  last: number
  bytes: number
  lines: number
  /** Bytes by which workerd's memory grew at most. */
  grew: number
}

export async function readWhole(worker: RunningWorker, open: () => Promise<Response>): Promise<Reading> {
  const seen = { first: 0, last: 0, bytes: 0, lines: 0 }
  const grew = await worker.growth(async () => {
    const began = performance.now()
    for await (const chunk of (await open()).body!) {
      seen.first ||= performance.now() - began
      seen.bytes += chunk.length
      for (const byte of chunk) if (byte === 10) seen.lines += 1
    }
    seen.last = performance.now() - began
  })
  return { ...seen, grew }
}

export const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)

/** A row of a table. */
export const shown = ({ first, last, bytes, grew }: Reading) => ({
  'first bytes, ms': first.toFixed(0),
  'last, s': (last / 1000).toFixed(1),
  MB: megabytes(bytes),
  'workerd grew by, MB': megabytes(grew),
})
