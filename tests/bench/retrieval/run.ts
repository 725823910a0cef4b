import { prepare } from '../prepare.ts'
import { fillIndex, measureCost } from './cost.ts'
import { plainTables } from './plain-tables.ts'
import { measureQuality } from './ranking.ts'

/**
 * `npm run bench:retrieval`: the ranking of a small English and a small Japanese collection beside plain FTS5, then what a search
 * over 100,000 passages costs, on workerd.
 */
async function main() {
  await using cleanup = new AsyncDisposableStack()
  const bench = await prepare('retrieval', cleanup)
  const product = await bench.startProduct({ entry: 'tests/bench/retrieval/entry.ts' })
  for (const table of plainTables) await product.database.prepare(table).run()
  await product.database.prepare("INSERT INTO organizations (id, name) VALUES (1, 'Example')").run()
  const good = await measureQuality(product.url)

  const began = performance.now()
  await fillIndex(product.url)
  console.log(`100,000 passages in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  process.exitCode = (await measureCost(product)) && good ? 0 : 1
}

await main()
