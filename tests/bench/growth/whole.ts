import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { unstable_readConfig } from 'wrangler'
import { root } from '../../../scripts/local/packages.ts'
import { bindingsOf, type Database, migrate, objectsOf, type Product, type ProductOptions } from '../product.ts'
import { compatibility, modulesIn, start } from '../workers.ts'

export interface WholeOptions extends Pick<ProductOptions, 'jwksUrl' | 'state' | 'variables'> {
  /** A checkout whose build it is; this one by default. */
  from?: string
  /** Milliseconds that are put before D1 and before each call of an object. */
  delay?: number
}

/** The whole product as it was built, pages included, on workerd, set up as in its `wrangler.toml`. */
export async function startWhole({ from = root, delay = 0, ...options }: WholeOptions): Promise<Product> {
  const built = join(from, 'dist/server')
  const settings = JSON.parse(readFileSync(join(built, 'wrangler.json'), 'utf8')) as ReturnType<
    typeof unstable_readConfig
  >
  const objects = objectsOf(settings)
  const worker = await start({
    ...compatibility,
    modulesRoot: built,
    modules: [
      { type: 'ESModule', path: join(built, 'bench.js'), contents: entryWith(objects) },
      { type: 'ESModule', path: join(built, 'delayed.js'), contents: await scriptOf('delayed.ts') },
      ...modulesIn(built),
    ],
    bindings: { ...bindingsOf(settings, options), DELAY: String(delay) },
    d1Databases: ['DB'],
    r2Buckets: ['FILES'],
    queueProducers: { JOBS: 'jobs' },
    durableObjects: objects,
    resourcePersistencePath: options.state,
  })
  const database = (await worker.miniflare.getD1Database('DB')) as unknown as Database
  await migrate(database, from)
  return { ...worker, database }
}

/** The entry point: the built one, with its classes, behind the delay. */
const entryWith = (objects: ReturnType<typeof objectsOf>) => `
  import * as built from './index.js'
  import { delayed, delayedObject } from './delayed.js'
  export default { fetch: (request, env, context) => built.default.fetch(request, delayed(env), context) }
  ${Object.values(objects)
    .map(({ className }) => `export const ${className} = delayedObject(built.${className})`)
    .join('\n')}`

async function scriptOf(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, name)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'esnext',
  })
  return outputFiles[0]!.text
}
