import { comparePages } from '../compare-pages.ts'
import { prepare } from '../prepare.ts'
import { measureExport } from './export.ts'
import { measureImport } from './import.ts'
import { pages } from './pages.ts'
import { showPlans } from './plans.ts'
import { type Organization, seed, sizes } from './seed.ts'

/**
 * `npm run bench:users`: the users of an organisation of a million beside one of 10,000 in the same database, on workerd:
 * pages and searches, an import beside bare inserts, and what the export takes of memory.
 */
async function main() {
  await using cleanup = new AsyncDisposableStack()
  const bench = await prepare('users', cleanup)
  const product = await bench.startProduct({ entry: 'tests/bench/users/entry.ts' })

  const sides = {} as Record<keyof typeof sizes, Organization>
  for (const [index, name] of (['small', 'large'] as const).entries()) {
    const began = performance.now()
    const [id, rows, email] = [index + 1, sizes[name], `admin@${name}.example`]
    await seed(product.database, { organization: id, email, users: rows })
    sides[name] = { id, rows, url: product.url, token: await bench.tokenOf({ sub: name, email }) }
    console.log(`${rows.toLocaleString('en')} users in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }

  await showPlans(product.url)
  const reached = [await comparePages(pages, sides), await measureImport(sides.small)]
  await product.stop()
  reached.push(await measureExport(bench, sides, cleanup))
  process.exitCode = reached.every(Boolean) ? 0 : 1
}

await main()
