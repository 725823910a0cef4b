import { startApp } from '../local/app.ts'
import { startClock } from '../local/clock.ts'
import { type DataDir, openDataDir, secretIn } from '../local/data-dir.ts'
import { type Environment, keptOf } from '../local/environment.ts'
import { prepareToRun } from '../local/prepare.ts'
import { freePort, requireFree } from '../local/ports.ts'
import { Problem } from '../local/problem.ts'
import { variableNames } from '../local/variables.ts'
import { unresponsivenessOf, until } from '../local/watch.ts'
import { openOwnAccounts } from './accounts/own-accounts.ts'
import { openFront } from './front.ts'
import { log, loggedSteps, logOutput } from './log.ts'
import type { ServeSettings } from './settings.ts'

/** Milliseconds without an answer after which the app is taken for dead: Wrangler starts one of its two workerd again, not the other. */
const silence = 60_000

/**
 * Starts the product for an organisation on this machine: the database, the Workers' build in workerd, and the one door before them.
 * @param cleanup receives, in order, what stops it all; it may be disposed of at any moment
 * @returns what rejects, with a `Problem`, once it serves no longer
 */
export async function startServer(
  settings: ServeSettings,
  env: Environment,
  cleanup: AsyncDisposableStack,
): Promise<{ failed: Promise<never> }> {
  await requireFree(settings.port, 'PORT')
  const dataDir = openDataDir(settings.dataDir, 'npm run serve')
  cleanup.defer(dataDir.release)
  const abort = new AbortController()
  cleanup.defer(() => abort.abort())

  const { organizations } = await prepareToRun({ dataDir, steps: loggedSteps, signal: abort.signal })
  const port = await freePort()
  const { publicUrl, firebase } = settings
  const secret = env.SIGNING_SECRET || secretIn(dataDir.file('signing-secret'))
  const accounts = firebase ? undefined : await openOwnAccounts(dataDir, { env, publicUrl, secret }, cleanup)
  const variables = { ...variablesOf(env), SIGNING_SECRET: secret, ...accounts?.variables }
  const app = await loggedSteps.step('app', () =>
    startApp({ dev: false, port, publicUrl, variables, log: logOutput }, dataDir, cleanup),
  )
  startClock(`http://127.0.0.1:${port}`, cleanup)

  const front = await openFront({ ...settings, upstreamPort: port, handlers: accounts?.handlers ?? {} })
  cleanup.defer(() => {
    front.close()
    front.closeAllConnections()
  })
  log('info', 'ready', { listens: `${settings.host}:${settings.port}`, address: publicUrl.origin })
  if (organizations === 0) log('warn', 'no_organization', { next: firstCommand(dataDir) })
  return { failed: Promise.race([app.failed, death(`http://127.0.0.1:${port}/assets/`, abort.signal)]) }
}

/** Rejects once an address is silent for too long. */
async function death(url: string, over: AbortSignal): Promise<never> {
  const how = await until(over, unresponsivenessOf(url, silence))
  if (how) throw new Problem(`The app ${how}.`)
  return new Promise(() => {})
}

/** What to run on a directory that has no organisation yet. */
const firstCommand = ({ path }: DataDir) => `DATA_DIR=${path} npm run organization -- 'Name' admin@example.com`

/** The Worker's variables: what the environment says, but for where accounts are that are not Google's. */
function variablesOf(env: Environment): Environment {
  const { variables, secrets } = variableNames()
  const names = new Set([...variables, ...secrets].filter((name) => !/^(AUTH_|ACCOUNTS_)/.test(name)))
  return {
    ...keptOf(env, (name) => names.has(name)),
    // Wrangler's explorer of the data, for whoever reaches the port.
    X_LOCAL_EXPLORER: 'false',
  }
}
