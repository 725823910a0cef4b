import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from '../../scripts/local/generate.ts'
import { type Claims, claimsFor, jwksOf, newSigner, sign } from '../tokens.ts'
import { type Product, type ProductOptions, startProduct } from './product.ts'

/** What a bench of the provider begins with. */
export interface Bench {
  /** An empty directory. */
  state: string
  jwksUrl: string
  /** A token that the provider takes for an hour. */
  tokenOf: (claims: Claims) => Promise<string>
  /** The provider, in `state`. */
  startProduct: (options?: Partial<ProductOptions>) => Promise<Product>
}

/** Prepares a bench; what it has taken, and the provider that it starts, goes with `cleanup`. */
export async function prepare(name: string, cleanup: AsyncDisposableStack): Promise<Bench> {
  await generate()
  return prepareBuilt(name, cleanup)
}

/** The same where what a build needs has been generated: for a test. */
export async function prepareBuilt(name: string, cleanup: AsyncDisposableStack): Promise<Bench> {
  const state = mkdtempSync(join(tmpdir(), `${name}-`))
  cleanup.defer(() => rmSync(state, { recursive: true, force: true }))
  const signer = await newSigner('bench-key')
  const jwks = JSON.stringify(await jwksOf(signer))
  const keys = createServer((_, response) => response.setHeader('cache-control', 'max-age=3600').end(jwks))
  await once(keys.listen(0, '127.0.0.1'), 'listening')
  cleanup.defer(() => void keys.close().closeAllConnections())
  const jwksUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`
  return {
    state,
    jwksUrl,
    tokenOf: (claims) => sign(signer, claimsFor('demo-bench', claims)),
    async startProduct(options) {
      const product = await startProduct({ jwksUrl, state, ...options })
      cleanup.defer(product.stop)
      return product
    },
  }
}
