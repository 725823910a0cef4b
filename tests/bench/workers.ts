import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from 'miniflare'
import { unstable_splitSqlQuery } from 'wrangler'
import { root } from '../../scripts/local/packages.ts'

/** A Worker in workerd, without the proxies of `wrangler dev`. */
export interface RunningWorker {
  url: string
  /** Milliseconds of processor time that workerd has used so far. */
  cpu: () => number
  /** Runs work, and gives by how many bytes workerd's resident memory grew in it at most. */
  growth: (work: () => Promise<unknown>) => Promise<number>
  stop: () => Promise<void>
}

export const compatibility = {
  compatibilityDate: '2026-10-01',
  compatibilityFlags: ['nodejs_compat', 'enable_request_signal'],
}

/** The floor: pipes what the model's service sends, and does nothing else. */
export const startPipe = (modelUrl: string) =>
  start({
    ...compatibility,
    modules: true,
    script: `export default {
      async fetch(request) {
        const upstream = await fetch('${modelUrl}/chat/completions', { method: 'POST', body: await request.text() })
        return new Response(upstream.body, { headers: { 'content-type': 'text/event-stream' } })
      }
    }`,
  })

/**
 * The provider as it is served to other programs: it verifies, stores, runs and keeps every event.
 * @param modelUrl also has the keys of callers' tokens, at `/keys`
 */
export async function startProduct(
  modelUrl: string,
  state: string,
  { variables = {}, entry = 'tests/worker/entry.ts' }: { variables?: Record<string, string>; entry?: string } = {},
): Promise<RunningWorker & { database: Database }> {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    write: false,
    outdir: 'out',
    loader: { '.wasm': 'copy' },
    minify: true,
    format: 'esm',
    target: 'esnext',
    conditions: ['workerd', 'worker', 'browser'],
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.SSR': 'true' },
    external: ['cloudflare:*', 'node:*'],
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
  })
  const worker = await start({
    ...compatibility,
    // The entry point is first.
    modules: outputFiles
      .toSorted((one, other) => Number(one.path.endsWith('.wasm')) - Number(other.path.endsWith('.wasm')))
      .map(({ path, text, contents }) =>
        path.endsWith('.wasm')
          ? { type: 'CompiledWasm' as const, path: basename(path), contents }
          : { type: 'ESModule' as const, path: basename(path), contents: text },
      ),
    bindings: {
      FIREBASE_PROJECT_ID: 'demo-bench',
      FIREBASE_TENANT_ID: '',
      AUTH_JWKS_URL: `${modelUrl}/keys`,
      SIGNING_SECRET: 'a secret of the benchmark, 32 bytes or more',
      OPENAI_BASE_URL: modelUrl,
      OPENAI_API_KEY: 'key',
      OPENAI_MODELS: 'small',
      MAX_FILES_PER_MESSAGE: '10',
      MAX_FILE_BYTES: '1000000',
      QUESTIONS_PER_MINUTE: '1000000',
      UPLOADS_PER_MINUTE: '60',
      RUNNING_ANSWERS: '1000000',
      ...variables,
    },
    d1Databases: ['DB'],
    r2Buckets: ['FILES'],
    queueProducers: { JOBS: 'jobs' },
    durableObjects: {
      ANSWERS: { className: 'AnswerRun', useSQLite: true },
      AUDIT_CHAINS: { className: 'AuditChain', useSQLite: true },
    },
    resourcePersistencePath: state,
  })
  const database = (await worker.miniflare.getD1Database('DB')) as unknown as Database
  await migrate(database)
  return { ...worker, database }
}

/** The part of D1 that is used here. */
export interface Database {
  prepare(sql: string): { bind(...values: unknown[]): { run(): Promise<unknown> }; run(): Promise<unknown> }
}

async function migrate(database: Database) {
  const directory = join(root, 'migrations')
  for (const name of readdirSync(directory).toSorted()) {
    for (const statement of unstable_splitSqlQuery(readFileSync(join(directory, name), 'utf8'))) {
      await database.prepare(statement).run()
    }
  }
}

/** Starts a Worker in a workerd of its own. */
export async function start(options: V4MiniflareOptions) {
  const before = new Set(workerds())
  const miniflare = new Miniflare(convertV4MiniflareOptions(options))
  const url = (await miniflare.ready).origin
  const pid = workerds().find((each) => !before.has(each))
  if (pid === undefined) throw new Error('workerd is not among the processes')
  return {
    url,
    miniflare,
    cpu: () => cpuOf(pid),
    growth: (work: () => Promise<unknown>) => growthOf(pid, work),
    stop: () => miniflare.dispose(),
  }
}

/** The processes named workerd that this one started. */
const workerds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, name, rest] = /\((.*)\) \S (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return name === 'workerd' && Number(rest?.split(' ')[0]) === process.pid
      } catch {
        return false
      }
    })

/** User and system time, in milliseconds; the kernel counts in ticks of 10. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Writing 5 to clear_refs sets the high-water mark to what is resident now (proc(5)). */
async function growthOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = memoryOf(pid)
  await work()
  return memoryOf(pid) - before
}

/** The high-water mark of resident memory, in bytes. */
const memoryOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
