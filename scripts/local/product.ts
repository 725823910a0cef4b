import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AccountsFile } from './identity/accounts-file.ts'
import { commandByHand, demoVariables, startApp } from './app.ts'
import { startClock } from './clock.ts'
import { type DataDir, openDataDir } from './data-dir.ts'
import { demoUsers, seedAccounts } from './demo.ts'
import { apiOf, uploadSamples } from './demo-files.ts'
import { startEmulator } from './identity/emulator.ts'
import { IdentityToolkit } from './identity/identity-toolkit.ts'
import { findLocalModels } from './models/find-models.ts'
import { root } from './packages.ts'
import { requireFree } from './ports.ts'
import { prepareToRun } from './prepare.ts'
import type { Running } from './processes.ts'
import type { Progress } from './progress.ts'
import type { Settings } from './settings.ts'
import { signingKeyIn } from './identity/signing-key.ts'
import { startSigningProxy } from './identity/signing-proxy.ts'

/** What one start works with: its settings, its directory, where it reports progress, and what must be undone. */
interface Start {
  settings: Settings
  dataDir: DataDir
  progress: Progress
  cleanup: AsyncDisposableStack
  /** Says that what is under way is no longer wanted. */
  signal: AbortSignal
}

/**
 * Starts everything: database, accounts and the app, side by side where one does not need the other.
 * @param cleanup receives, in order, what stops it all; it may be disposed of at any moment
 * @returns the processes that must not end
 */
export async function startProduct(
  settings: Settings,
  progress: Progress,
  cleanup: AsyncDisposableStack,
): Promise<Running[]> {
  const start = await begin(settings, progress, cleanup)
  const running = await Promise.all([startAccounts(start), buildAndRun(start)])
  await addSamples(start)
  return running
}

/**
 * Starts what the app needs beside it, for who runs the app by hand: the accounts, the database and the build. The rest is as of
 * {@link startProduct}.
 * @returns the process that must not end, and the command that serves the app
 */
export async function startBesideApp(settings: Settings, progress: Progress, cleanup: AsyncDisposableStack) {
  const start = await begin(settings, progress, cleanup)
  const [emulator] = await Promise.all([startAccounts(start), prepare(start)])
  return { running: [emulator], command: commandByHand(settings, start.dataDir) }
}

async function begin(settings: Settings, progress: Progress, cleanup: AsyncDisposableStack): Promise<Start> {
  await requireFree(settings.port, 'PORT')
  await requireFree(settings.authPort, 'AUTH_EMULATOR_PORT')
  const dataDir = openDataDir(settings.dataDir)
  cleanup.defer(dataDir.release)

  const abort = new AbortController()
  cleanup.defer(() => abort.abort())
  return { settings, dataDir, progress, cleanup, signal: abort.signal }
}

/** The emulator with its accounts, and the signing proxy before it. */
function startAccounts({ settings, dataDir, progress, cleanup }: Start) {
  return progress.step('accounts', async (done) => {
    const { running: emulator, port } = await startEmulator(dataDir, cleanup)
    const toolkit = new IdentityToolkit(`http://127.0.0.1:${port}`)
    const file = new AccountsFile(dataDir.file('accounts.json'), toolkit)
    await file.load()
    cleanup.defer(() => file.save())
    await seedAccounts(toolkit, settings.demoPassword)
    await file.save()

    const proxy = await startSigningProxy({
      port: settings.authPort,
      upstreamPort: port,
      key: await signingKeyIn(dataDir.file('signing-key.json')),
      onChange: () => file.saveSoon(),
    })
    cleanup.defer(() => {
      proxy.close()
      proxy.closeAllConnections()
    })
    done(`Firebase Auth emulator on port ${settings.authPort}`)
    return emulator
  })
}

/** The app, once its code and its database are up to date. */
async function buildAndRun(start: Start) {
  const { settings, dataDir, progress, cleanup } = start
  const [models] = await Promise.all([findLocalModels(process.env), prepare(start)])
  if (models.line) progress.say(models.line)
  const { dev, port, appUrl } = settings
  const variables = { ...demoVariables(settings, dataDir), ...models.variables }
  const app = await progress.step('app', () => startApp({ dev, port, variables }, dataDir, cleanup))
  startClock(appUrl, cleanup)
  return app
}

const prepare = ({ settings: { dev }, dataDir, progress: steps, signal }: Start) =>
  prepareToRun({ dataDir, steps, dev, demo: true, signal })

/** Uploads the sample documents the way a user would, once. Without them the product works all the same. */
async function addSamples({ settings, dataDir, progress }: Start) {
  const samples = join(root, 'samples')
  const finished = dataDir.file('samples-added')
  if (existsSync(finished) || !existsSync(samples)) return
  try {
    await progress.step('documents', async (done) => {
      const token = await new IdentityToolkit(settings.authUrl).signIn(demoUsers[0].email, settings.demoPassword)
      done(`${await uploadSamples(samples, apiOf(settings.appUrl, token))} samples to ask about`)
      writeFileSync(finished, '')
    })
  } catch (error) {
    console.error(`The sample documents are not all there; the next start tries again. ${(error as Error).message}`)
  }
}
