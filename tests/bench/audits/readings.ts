import type { Bench } from '../prepare.ts'
import { readWhole, type Reading, shown } from '../reading.ts'
import { call, type Side } from '../side.ts'

export interface Organization extends Side {
  id: number
}

type Open = (side: Organization) => Promise<Response>

/** Megabytes of heap: half of what an isolate has on Cloudflare. Without a limit V8 lets garbage lie, which nobody needs. */
const heap = 64

/**
 * All audits read once, by a verification and by an export with their texts: how long that takes, and by how much workerd grows, in
 * which the object, its database and the local stand-in for R2 run as well. The small organisation comes first: what is grown once,
 * such as compiled code and pools, is not the rows'. Gives whether the export was whole.
 */
export async function measureReadings(bench: Bench, sides: Record<'small' | 'large', Organization>): Promise<boolean> {
  const product = await bench.startProduct({ entry: 'tests/bench/audits/entry.ts', heap })
  const { url } = product
  const ways: Record<string, Open> = {
    verification: (side) => call({ ...side, url }, `/v1/organizations/${side.id}/audits/verification`),
    async export(side) {
      const created = await call({ ...side, url }, '/web/v1/audits/csv')
      return fetch(((await created.json()) as { download_url: string }).download_url)
    },
  }
  const seen: Record<string, Reading> = {}
  for (const [name, open] of Object.entries(ways)) {
    for (const side of [sides.small, sides.large])
      seen[`${name} of ${side.rows.toLocaleString('en')}`] = await readWhole(product, () => open(side))
  }
  await product.stop()
  console.table(Object.fromEntries(Object.entries(seen).map(([name, reading]) => [name, shown(reading)])))
  // A line of names comes before those of the rows.
  const isWhole = Object.values(seen).at(-1)!.lines === sides.large.rows + 1
  console.log(`export ${isWhole ? 'whole' : 'not whole'}`)
  return isWhole
}
