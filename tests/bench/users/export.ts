import { join } from 'node:path'
import { startDatabase } from '../database.ts'
import type { Bench } from '../prepare.ts'
import { megabytes, readWhole, type Reading, shown } from '../reading.ts'
import { call } from '../side.ts'
import type { RunningWorker } from '../workers.ts'
import { startReader } from './reader.ts'
import type { Organization } from './seed.ts'

const goal = 64_000_000
/** Megabytes of heap: half of what an isolate has on Cloudflare. Without a limit V8 lets garbage lie, which nobody needs. */
const heap = 64

type Sides = Record<'small' | 'large', Organization>

/**
 * The users of a million as CSV, and as one page: how soon the first bytes come, and by how much workerd grows, beside a
 * bare Worker that reads the same rows in the same steps. The database is a process of its own, as it is on Cloudflare. The
 * small organisation comes first: what is grown once, such as compiled code and pools, is not the rows'.
 */
export async function measureExport(bench: Bench, sides: Sides, cleanup: AsyncDisposableStack): Promise<boolean> {
  const database = await startDatabase(bench.state)
  cleanup.defer(database.stop)
  const reader = await startReader(database.url, heap)
  cleanup.defer(reader.stop)
  const product = await bench.startProduct({
    state: join(bench.state, 'export'),
    entry: 'tests/bench/remote-entry.ts',
    variables: { DATABASE_URL: database.url },
    heap,
  })
  const { url } = product

  const ways: Record<string, Way> = {
    'bare reading': { worker: reader, open: ({ id }) => fetch(`${reader.url}/?organization=${id}`) },
    'export as CSV': {
      worker: product,
      async open(side) {
        const { download_url } = (await (await call({ ...side, url }, '/web/v1/users/csv')).json()) as Created
        return fetch(download_url)
      },
    },
    'one page': { worker: product, open: (side) => call({ ...side, url }, `/web/v1/users?page_size=${side.rows}`) },
  }
  const seen: Record<string, Reading> = {}
  for (const [name, { worker, open }] of Object.entries(ways)) {
    await readWhole(worker, () => open(sides.small))
    seen[name] = await readWhole(worker, () => open(sides.large))
  }
  return report(seen, sides.large)
}

interface Created {
  download_url: string
}

interface Way {
  worker: RunningWorker
  open: (side: Organization) => Promise<Response>
}

function report(seen: Record<string, Reading>, { rows }: Organization): boolean {
  console.table(Object.fromEntries(Object.entries(seen).map(([name, each]) => [name, shown(each)])))
  const most = Math.max(seen['export as CSV']!.grew, seen['one page']!.grew)
  // A line of names comes before those of the users.
  const whole = seen['export as CSV']!.lines === rows + 1
  const reached = whole && most < goal
  console.log(
    `export ${whole ? 'whole' : 'not whole'}, ${megabytes(most)} MB (goal 64): ${reached ? 'reached' : 'missed'}`,
  )
  return reached
}
