import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimsFor, jwksOf, newSigner, sign } from '../../tokens.ts'
import { startProduct } from '../workers.ts'
import { measureExport } from './export.ts'
import { measureImport } from './import.ts'
import { measurePages } from './pages.ts'
import { showPlans } from './plans.ts'
import { seed, type Side, sizes } from './seed.ts'

/**
 * `npm run bench:users`: the users of an organisation of a million beside one of 10,000 in the same database, on workerd:
 * pages and searches, the export, and an import beside bare inserts.
 */
async function main() {
  await using cleanup = new AsyncDisposableStack()
  const signer = await newSigner('bench-key')
  const jwks = JSON.stringify(await jwksOf(signer))
  const keys = createServer((_request, response) => response.end(jwks)).listen(0, '127.0.0.1')
  await once(keys, 'listening')
  cleanup.defer(() => void keys.close())
  const state = mkdtempSync(join(tmpdir(), 'users-'))
  cleanup.defer(() => rmSync(state, { recursive: true, force: true }))
  const keysUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`
  const product = await startProduct(keysUrl, state, { entry: 'tests/bench/users/entry.ts' })
  cleanup.defer(product.stop)

  const sides = {} as Record<keyof typeof sizes, Side>
  for (const [index, name] of (['small', 'large'] as const).entries()) {
    const began = performance.now()
    const email = `admin@${name}.example`
    await seed(product.database, { organization: index + 1, email, users: sizes[name] })
    const token = await sign(signer, claimsFor('demo-bench', { sub: name, email }))
    sides[name] = { users: sizes[name], organization: index + 1, token, url: product.url }
    console.log(`${sizes[name].toLocaleString('en')} users in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }

  await showPlans(product.url)
  const reached = [
    await measurePages(sides),
    await measureExport(product, sides.large),
    await measureImport(sides.small, product.url),
  ]
  process.exitCode = reached.every(Boolean) ? 0 : 1
}

await main()
