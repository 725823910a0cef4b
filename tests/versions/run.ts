/**
 * `npm run test:versions [-- <commit>]`: the version before on the data of the present one, and the present one on what that left, as after
 * a rollback and the deployment that follows it. Migrations that were released have to be as they were.
 */
import { join } from 'node:path'
import { prepare } from '../bench/prepare.ts'
import { execute, type Product, startProduct } from '../bench/product.ts'
import { checkOut, editedSince, versionBefore } from './checkout.ts'
import { find, work } from './work.ts'

const email = 'admin@example.com'
const organization = [
  "INSERT INTO organizations (id, name) VALUES (1, 'Example')",
  "INSERT INTO groups (id, organization_id, name, type) VALUES (1, 1, 'Example', 'organization'), (2, 1, 'Private', 'user')",
  `INSERT INTO users (organization_id, private_group_id, email, role, language) VALUES (1, 2, '${email}', 'admin', 'en')`,
]

async function main() {
  await using cleanup = new AsyncDisposableStack()
  const version = process.argv[2] ?? versionBefore()
  // What has no tag was not released: nobody has its migrations.
  const edited = version.startsWith('v') ? editedSince(version) : []
  if (edited.length > 0) throw new Error(`${version} has migrations that were edited since: ${edited.join(', ')}`)

  const { state, jwksUrl, tokenOf } = await prepare('versions', cleanup)
  const before = (await import(join(await checkOut(version, cleanup), 'tests/bench/product.ts'))) as {
    startProduct: typeof startProduct
  }
  const token = await tokenOf({ email })
  const run = async (start: typeof startProduct, name: string, what: (product: Product) => Promise<void>) => {
    const product = await start({ state, jwksUrl, consumers: 1 })
    await what(product).finally(product.stop)
    console.log(`✓ ${name}`)
  }

  await run(startProduct, 'the present version', async (product) => {
    await execute(product.database, organization)
    await work(product, token, 'heron')
  })
  await run(before.startProduct, `${version}, on its data`, async (product) => {
    await find(product, token, 'heron')
    await work(product, token, 'kingfisher')
  })
  await run(startProduct, 'the present version again', async (product) => {
    await find(product, token, 'kingfisher')
    await work(product, token, 'sandpiper')
  })
}

await main()
