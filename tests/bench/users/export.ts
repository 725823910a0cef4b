import type { RunningWorker } from '../workers.ts'
import { call } from './calls.ts'
import type { Side } from './seed.ts'

const goal = 64 * 1024 * 1024

/**
 * The export of a million users: how soon it begins, and by how much workerd grows; the page of a million, too. The second
 * time counts: workerd, which has the database in it as well, first grows its heaps to what a stream of rows takes.
 */
export async function measureExport(product: RunningWorker, side: Side): Promise<boolean> {
  const ways = {
    'the export as CSV': async () => {
      const { download_url } = (await (await call(side, '/web/v1/users/csv')).json()) as { download_url: string }
      return fetch(new URL(download_url, side.url))
    },
    'a page of a million': () => call(side, '/web/v1/users?page_size=1000000'),
  }
  const rows: Record<string, object> = {}
  let most = 0
  let whole = true
  for (const time of ['first', 'second']) {
    for (const [name, open] of Object.entries(ways)) {
      const seen = await read(product, open)
      rows[`${name}, ${time} time`] = shown(seen)
      if (time === 'second') most = Math.max(most, seen.grew)
      if (name.endsWith('CSV')) whole &&= seen.lines === side.users + 1
    }
  }
  const reached = whole && most < goal
  console.table(rows)
  console.log(
    `export ${whole ? 'whole' : 'not whole'}, ${megabytes(most)} MB (goal 64): ${reached ? 'reached' : 'missed'}`,
  )
  return reached
}

async function read({ growth }: RunningWorker, open: () => Promise<Response>) {
  const seen = { first: 0, last: 0, bytes: 0, lines: 0 }
  const grew = await growth(async () => {
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

const shown = ({ first, last, bytes, grew }: Awaited<ReturnType<typeof read>>) => ({
  'first bytes, ms': first.toFixed(0),
  'last, ms': last.toFixed(0),
  MB: megabytes(bytes),
  'workerd grew by, MB': megabytes(grew),
})

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
