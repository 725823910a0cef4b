import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { freePort } from '../../../scripts/local/ports.ts'
import { apiKey, projectId, type Settings } from '../../../scripts/local/settings.ts'
import { root } from '../../../scripts/local/packages.ts'
import { objectsOf } from '../product.ts'
import { modulesIn, type RunningWorker, start } from '../workers.ts'
import type { Counts } from './counts.ts'
import { profile } from './profile.ts'

/** The built product on workerd, with what it uses counted. */
export interface CountedProduct extends RunningWorker {
  /** What was counted since they were taken last, in all Workers; a day later, where that is said, with what is stored then. */
  takeCounts: (later?: 'a day later') => Promise<Counts>
  /** Begins to sample what each Worker does; what it gives ends it, and says in how many milliseconds each did something. */
  profile: () => Promise<() => Promise<Counts>>
}

/** What Wrangler reads of a built Worker, as much of it as is used here. */
interface BuiltConfig {
  compatibility_date: string
  compatibility_flags: string[]
  vars: Record<string, string>
  durable_objects: { bindings: { name: string; class_name: string }[] }
}

const builtConfig = (name: string) =>
  JSON.parse(readFileSync(join(root, `dist/${name}/wrangler.json`), 'utf8')) as BuiltConfig

/**
 * Starts the three Workers as they were built, in one workerd, on the data of a local start.
 * @param state where that keeps its data
 * @param variables in place of those of `wrangler.toml`
 */
export async function startCounted(
  settings: Settings,
  state: string,
  variables: Record<string, string>,
): Promise<CountedProduct> {
  const { vars, durable_objects } = builtConfig('server')
  const shared = {
    bindings: {
      ...vars,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: apiKey,
      FIREBASE_AUTH_DOMAIN: 'localhost',
      AUTH_EMULATOR_URL: settings.authUrl,
      AUTH_JWKS_URL: `${settings.authUrl}/jwks`,
      SIGNING_SECRET: 'a secret of the benchmark, 32 bytes or more',
      QUESTIONS_PER_MINUTE: '1000000',
      UPLOADS_PER_MINUTE: '1000000',
      ...variables,
    },
    d1Databases: { DB: '00000000-0000-0000-0000-000000000001' },
    r2Buckets: { FILES: 'app-files' },
    queueProducers: { JOBS: 'app-jobs' },
    serviceBindings: { READER: { name: 'recursive-agent-reader', entrypoint: 'DocumentReader' } },
  }
  const front = 'recursive-agent-platform'
  const inspectorPort = await freePort()
  const product = await start({
    inspectorPort,
    port: settings.port,
    resourcePersistencePath: join(state, 'v3'),
    workers: [
      {
        ...shared,
        ...(await built('server', 'front.ts')),
        name: front,
        durableObjects: objectsOf({ durable_objects }),
        assets: { directory: join(root, 'dist/client'), binding: 'ASSETS', routerConfig: { has_user_worker: true } },
      },
      {
        ...shared,
        ...(await built('jobs', 'jobs.ts')),
        name: 'recursive-agent-jobs',
        durableObjects: Object.fromEntries(
          Object.entries(objectsOf({ durable_objects })).map(([name, object]) => [
            name,
            { ...object, scriptName: front },
          ]),
        ),
        queueConsumers: { 'app-jobs': { maxBatchSize: 1, maxBatchTimeout: 1 } },
      },
      { ...(await built('reader')), name: 'recursive-agent-reader' },
    ],
  })
  return {
    ...product,
    profile: () => profile(inspectorPort),
    async takeCounts(later) {
      const told = await fetch(`${product.url}/${later ? 'day' : 'counts'}`)
      const jobs = await (await workerOf(product, 'recursive-agent-jobs')).fetch('http://jobs/')
      const counts = sumOf((await told.json()) as Counts, (await jobs.json()) as Counts)
      if (!later) return counts
      const database = await product.miniflare.getD1Database('DB', front)
      return { ...counts, 'd1.bytes': (await database.prepare('SELECT 1').run()).meta.size_after }
    },
  }
}

/** A Worker of the product, called as the platform does. */
export const workerOf = async ({ miniflare }: RunningWorker, name: string) =>
  (await miniflare.getWorker(name)) as unknown as Pick<Fetcher, 'fetch'> & {
    scheduled: (options: { cron: string }) => Promise<unknown>
  }

/** The modules of a built Worker, behind an entry that counts where one is named. */
async function built(name: string, entry?: string) {
  const directory = join(root, 'dist', name)
  const { compatibility_date, compatibility_flags } = builtConfig(name)
  const index = modulesIn(directory).toSorted((one) => (one.path === join(directory, 'index.js') ? -1 : 1))
  return {
    modules: entry
      ? [{ type: 'ESModule' as const, path: join(directory, entry), contents: await wrapped(entry) }, ...index]
      : index,
    modulesRoot: directory,
    compatibilityDate: compatibility_date,
    compatibilityFlags: compatibility_flags,
  }
}

/** An entry of this directory; what it imports of the product is the built Worker. */
async function wrapped(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'esnext',
    alias: { '~/server.ts': './index.js', '~/jobs.ts': './index.js' },
    external: ['./index.js', 'cloudflare:*'],
  })
  return outputFiles[0]!.text
}

/** Counts of several, added. */
export function sumOf(...all: Counts[]): Counts {
  const sum: Counts = {}
  for (const [name, value] of all.flatMap((each) => Object.entries(each))) sum[name] = (sum[name] ?? 0) + value
  return sum
}
