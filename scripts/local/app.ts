import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { startCrawlProxy } from './crawl-proxy.ts'
import type { DataDir } from './data-dir.ts'
import { secretIn } from './data-dir.ts'
import { stateIn } from './database.ts'
import { binOf, root } from './packages.ts'
import { Problem } from './problem.ts'
import { freePort } from './ports.ts'
import { type LogTarget, type Running, start } from './processes.ts'
import { type Environment, keptOf, quiet } from './environment.ts'
import { startReader } from './reader.ts'
import { apiKey, projectId, type Settings } from './settings.ts'
import { localVariableNames } from './variables.ts'
import { answers, waitFor } from './wait-for.ts'

const startLimit = 120_000

/** What the tools themselves need of our environment. */
const needed =
  /^(PATH|HOME|USER|LANG|LC_\w+|TERM|TMPDIR|TEMP|TMP|SystemRoot|APPDATA|LOCALAPPDATA|USERPROFILE|NODE_\w+)$/i

export interface AppOptions {
  /** Vite's server with hot reload instead of the build. */
  dev: boolean
  /** On 127.0.0.1. */
  port: number
  /** What the Worker takes for its origin, where people reach it at another than the port's. */
  publicUrl?: URL
  /** The Worker's variables and secrets. */
  variables: Environment
  /** Where what the processes say goes: into the directory's logs where nothing is said. */
  log?: LogTarget
}

/**
 * Starts the app and the Worker that does its jobs in one workerd, the build with `wrangler dev` or Vite's server with hot reload,
 * and beside it the Worker that reads documents.
 * @param cleanup receives what stops them
 * @returns the app, when both answer
 */
export async function startApp(options: AppOptions, dataDir: DataDir, cleanup: AsyncDisposableStack): Promise<Running> {
  if (options.dev && existsSync(join(root, '.dev.vars')))
    throw new Problem('.dev.vars would replace the variables that this sets: move it away.')

  const registry = registryOf(dataDir)
  // What a start that was killed left would keep this one's Workers out.
  rmSync(registry, { recursive: true, force: true })
  for (const state of [stateIn(dataDir.path), dataDir.file('reader')])
    rmSync(tracesIn(state), { recursive: true, force: true })
  const env = { ...toolsEnvironment(), ...unlogged, ...registeredIn(registry) }
  const [running] = await Promise.all([
    startMainWorker(options, dataDir, cleanup),
    startReader(
      { env, registry, state: dataDir.file('reader'), log: options.log ?? dataDir.file('logs', 'reader.log') },
      cleanup,
    ),
  ])
  return running
}

async function startMainWorker(options: AppOptions, dataDir: DataDir, cleanup: AsyncDisposableStack): Promise<Running> {
  const variables = { ...options.variables, CRAWL_PROXY: await startCrawlProxy(cleanup) }
  const running = start({
    name: 'The app',
    ...(options.dev ? viteDev() : await wranglerDev(options, dataDir)),
    cwd: root,
    env: environment({ ...options, variables }, dataDir),
    log: options.log ?? dataDir.file('logs', 'app.log'),
  })
  cleanup.defer(running.stop)
  const ready = waitFor('The app does not answer', startLimit, () => answers(`http://127.0.0.1:${options.port}/`))
  await Promise.race([ready, running.failed])
  return running
}

const viteDev = () => ({
  file: binOf('vite'),
  args: ['dev', '--config', 'app.config.ts', '--host', '127.0.0.1'],
})

const wranglerDev = async ({ port, publicUrl }: AppOptions, dataDir: DataDir) => ({
  file: binOf('wrangler'),
  args: [
    'dev',
    // The first is the one that the port leads to.
    '--config=dist/server/wrangler.json',
    '--config=dist/jobs/wrangler.json',
    '--ip=127.0.0.1',
    `--port=${port}`,
    `--inspector-port=${await freePort()}`,
    `--persist-to=${stateIn(dataDir.path)}`,
    '--show-interactive-dev-session=false',
    // No file of variables: they come from the environment alone.
    `--env-file=${devNull}`,
    ...(publicUrl
      ? [`--local-upstream=${publicUrl.host}`, `--upstream-protocol=${publicUrl.protocol.slice(0, -1)}`]
      : []),
  ],
})

/** Where an earlier version let Wrangler keep traces (`environment.ts`). */
const tracesIn = (state: string) => join(state, 'v3', 'observability')

/** Where Wrangler notes which Workers run, so that they find each other: those of this data directory alone. */
const registryOf = (dataDir: DataDir) => dataDir.file('registry')

/** Wrangler would keep a second log, in the home directory. */
const unlogged = { ...quiet, WRANGLER_WRITE_LOGS: 'false' }

/** Set for Wrangler and for the Vite plugin, which has a variable of its own for it. */
const registeredIn = (registry: string) => ({ WRANGLER_REGISTRY_PATH: registry, MINIFLARE_REGISTRY_PATH: registry })

const toolsEnvironment = () => keptOf(process.env, (name) => needed.test(name))

/** The Worker's variables come from the environment of its process: secrets are on no command line and in no new file. */
const environment = ({ port, variables }: AppOptions, dataDir: DataDir): Environment => ({
  ...toolsEnvironment(),
  ...unlogged,
  ...registeredIn(registryOf(dataDir)),
  CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
  PORT: String(port),
  DATA_DIR: dataDir.path,
  ...variables,
})

/** The variables of a local start: what the environment says, this machine's accounts, and the secret of this data directory. */
export function demoVariables(settings: Settings, dataDir: DataDir): Environment {
  const names = localVariableNames()
  return { ...keptOf(process.env, (name) => names.has(name)), ...ownVariables(settings, dataDir) }
}

const ownVariables = ({ authUrl }: Settings, dataDir: DataDir) => ({
  FIREBASE_PROJECT_ID: projectId,
  FIREBASE_API_KEY: apiKey,
  FIREBASE_AUTH_DOMAIN: 'localhost',
  AUTH_EMULATOR_URL: authUrl,
  AUTH_JWKS_URL: `${authUrl}/jwks`,
  SIGNING_SECRET: secretIn(dataDir.file('signing-secret')),
})

/**
 * Writes the file of variables that `npx wrangler dev` takes.
 * @returns the command that serves the build on the data of this directory
 */
export function commandByHand(settings: Settings, dataDir: DataDir): string {
  const file = dataDir.file('dev.vars')
  const lines = Object.entries(ownVariables(settings, dataDir)).map(([name, value]) => `${name}="${value}"\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  const workers = ['server', 'jobs', 'reader'].map((name) => `-c dist/${name}/wrangler.json`).join(' ')
  // Wrangler looks for the file beside its configuration, and for the state here: absolute, both are what they are.
  const [state, variables] = [stateIn(dataDir.path), file].map(quoted)
  return `npx wrangler dev ${workers} --persist-to ${state} --env-file ${variables} --port ${settings.port}`
}

/** As a shell takes it for one word. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
