import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { kCurrentWorker } from 'miniflare'
import { unstable_readConfig, unstable_splitSqlQuery } from 'wrangler'
import { root } from '../../scripts/local/packages.ts'
import { compatibility, type RunningWorker, start } from './workers.ts'

/** The provider on workerd, and its database. */
export type Product = RunningWorker & { database: Database }

/** The part of D1 that is used here. */
export interface Database {
  prepare(sql: string): {
    bind(...values: unknown[]): { run(): Promise<unknown>; first(): Promise<unknown> }
    run(): Promise<unknown>
    first(): Promise<unknown>
  }
}

export interface ProductOptions {
  /** Where the keys of callers' tokens are. */
  jwksUrl: string
  /** The directory of its database and bytes. */
  state: string
  /** In place of those of `wrangler.toml`. */
  variables?: Record<string, string>
  /** Another entry point than that of the tests. */
  entry?: string
  /** As of {@link start}. */
  heap?: number
  /** Where the tools of V8 reach it. */
  inspectorPort?: number
  /** Whether the Worker does the jobs as well, from so many queues at once: `JOBS_0` and on. Without it nothing that is queued is done. */
  consumers?: number
}

/** The provider as it is served to other programs, set up as in `wrangler.toml`, with an empty database. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const {
    jwksUrl,
    state,
    variables,
    entry = 'tests/worker/harness/entry.ts',
    heap,
    inspectorPort,
    consumers = 0,
  } = options
  const settings = unstable_readConfig({ config: join(root, 'wrangler.toml') })
  const queues = Array.from({ length: consumers }, (_, index) => `jobs-${index}`)
  const worker = await start({
    ...compatibility,
    modules: await bundle(entry),
    bindings: bindingsOf(settings, { jwksUrl, variables }),
    d1Databases: ['DB'],
    r2Buckets: ['FILES'],
    queueProducers: { JOBS: 'jobs', ...Object.fromEntries(queues.map((name, index) => [`JOBS_${index}`, name])) },
    queueConsumers: Object.fromEntries(queues.map((name) => [name, { maxBatchSize: 1, maxBatchTimeout: 0 }])),
    ...(consumers > 0 && { serviceBindings: { READER: { name: kCurrentWorker, entrypoint: 'DocumentReader' } } }),
    durableObjects: objectsOf(settings),
    resourcePersistencePath: state,
    ...(heap !== undefined && { heap }),
    ...(inspectorPort !== undefined && { inspectorPort }),
  })
  const database = (await worker.miniflare.getD1Database('DB')) as unknown as Database
  await migrate(database)
  return { ...worker, database }
}

type Settings = ReturnType<typeof unstable_readConfig>

/** The product's variables, with the limits out of the way that a bench would meet. */
export const bindingsOf = (
  { vars }: Pick<Settings, 'vars'>,
  { jwksUrl, variables }: Pick<ProductOptions, 'jwksUrl' | 'variables'>,
): Record<string, string> => ({
  ...(vars as Record<string, string>),
  FIREBASE_PROJECT_ID: 'demo-bench',
  AUTH_JWKS_URL: jwksUrl,
  SIGNING_SECRET: 'a secret of the benchmark, 32 bytes or more',
  QUESTIONS_PER_MINUTE: '1000000',
  RUNNING_ANSWERS: '1000000',
  ...variables,
})

/** The product's Durable Objects, by their bindings. */
export const objectsOf = ({ durable_objects }: Pick<Settings, 'durable_objects'>) => {
  const bindings: { name: string; class_name: string }[] = durable_objects.bindings
  return Object.fromEntries(bindings.map(({ name, class_name: className }) => [name, { className, useSQLite: true }]))
}

/** The modules of a Worker, the entry point first. */
export async function bundle(entry: string) {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    write: false,
    outdir: 'out',
    // Fonts are assets, which no bench asks for.
    loader: { '.wasm': 'copy', '.ttf': 'empty' },
    minify: true,
    format: 'esm',
    target: 'esnext',
    conditions: ['workerd', 'worker', 'browser'],
    // Files that Vite would find: no bench asks for a health check, or reads a PDF of East Asian encodings.
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.env.SSR': 'true',
      'import.meta.glob': 'noFiles',
    },
    banner: { js: 'const noFiles = () => ({});' },
    external: ['cloudflare:*', 'node:*'],
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
  })
  return outputFiles
    .toSorted((one, other) => Number(one.path.endsWith('.wasm')) - Number(other.path.endsWith('.wasm')))
    .map(({ path, text, contents }) =>
      path.endsWith('.wasm')
        ? { type: 'CompiledWasm' as const, path: basename(path), contents }
        : { type: 'ESModule' as const, path: basename(path), contents: text },
    )
}

/** Brings a database to the newest schema of a checkout, this one's; one that has tables already is left as it is. */
export async function migrate(database: Database, checkout = root): Promise<void> {
  if (await database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'organizations'").first()) return
  const directory = join(checkout, 'migrations')
  for (const name of readdirSync(directory).toSorted()) {
    for (const statement of unstable_splitSqlQuery(readFileSync(join(directory, name), 'utf8'))) {
      await database.prepare(statement).run()
    }
  }
}

/** Runs statements one after the other. */
export async function execute(database: Database, statements: string[]): Promise<void> {
  for (const statement of statements) await database.prepare(statement).run()
}
