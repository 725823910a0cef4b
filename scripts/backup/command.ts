import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { onWorkersDev } from '../deploy/address.ts'
import { chooseAccount } from '../deploy/ask.ts'
import { signIn } from '../deploy/cloudflare.ts'
import { findDatabase } from '../deploy/resources.ts'
import { readSettings as readDeployment, settingsFile, suffixOf } from '../deploy/settings.ts'
import type { DataDir, Owner } from '../local/data-dir.ts'
import { prepareToRun } from '../local/prepare.ts'
import { Problem } from '../local/problem.ts'
import { Progress } from '../local/progress.ts'
import { readSettings } from '../local/settings.ts'
import { untilInterrupted } from '../local/until-interrupted.ts'
import type { BackupWorker } from './client.ts'
import { hasDatabase, startLocalWorker, takeDataDir } from './local.ts'
import { startRemoteWorker } from './remote.ts'
import { backupName } from './worker.ts'

/** What a command works with. */
export interface Command {
  /** The folder that it was given. */
  path: string
  yes: boolean
  /** The product, in words. */
  product: string
  /** Of a product on this machine. */
  dataDir: DataDir | undefined
  progress: Progress
  /** Starts what is asked for the data. */
  start: () => Promise<BackupWorker>
}

/** What the two commands differ in. */
export interface Kind {
  usage: string
  /** Whether a data directory may be new. */
  isNew: boolean
  /** Whose a data directory is. @param path that the command was given */
  ownerOf: (dataDir: string, path: string) => Owner | undefined | Promise<Owner | undefined>
}

/**
 * Runs `npm run backup` or `npm run restore` with its arguments, and removes what it started, however it ends.
 */
export const runCommand = (kind: Kind, work: (command: Command) => Promise<void>): Promise<never> =>
  untilInterrupted(async (cleanup) => {
    // As long as it has not ended well.
    process.exitCode = 1
    await work(await read(kind, cleanup))
    process.exitCode = 0
  })

async function read(kind: Kind, cleanup: AsyncDisposableStack): Promise<Command> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      remote: { type: 'boolean', default: false },
      env: { type: 'string', default: 'production' },
      settings: { type: 'string' },
      prebuilt: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  })
  if (positionals.length !== 1) throw new Problem(kind.usage)
  const progress = new Progress()
  cleanup.defer(() => progress.stop())
  const common = { path: resolve(positionals[0]!), yes: values.yes, progress }
  if (!values.remote) return { ...common, ...(await local(kind, common, cleanup)) }

  const { env: environment, prebuilt } = values
  const suffix = suffixOf(environment)
  const file = resolve(values.settings ?? settingsFile(environment))
  const settings = readDeployment(file)
  const cloudflare = await signIn(settings.account, chooseAccount)
  if (!(await findDatabase({ cloudflare, suffix })))
    throw new Problem(`${environment} is not deployed on the account ${cloudflare.account.name}.`)
  const address = await onWorkersDev(cloudflare, backupName + suffix)
  const deployment = {
    environment,
    suffix,
    settings,
    cloudflare,
    secrets: {},
    directory: join(dirname(file), environment),
    prebuilt: prebuilt && resolve(prebuilt),
    address,
  }
  return {
    ...common,
    product: `${environment} on the account ${cloudflare.account.name}`,
    dataDir: undefined,
    start: () => progress.step('start', () => startRemoteWorker(deployment, address, cleanup)),
  }
}

async function local(
  { isNew, ownerOf }: Kind,
  { path, progress }: Pick<Command, 'path' | 'progress'>,
  cleanup: AsyncDisposableStack,
) {
  const { dataDir: directory } = readSettings(process.env, false)
  if (!isNew && !hasDatabase(directory)) throw new Problem(`DATA_DIR=${directory} has no database yet.`)
  const dataDir = takeDataDir(directory, await ownerOf(directory, path), cleanup)
  return {
    product: directory,
    dataDir,
    start: async () => {
      const abort = new AbortController()
      cleanup.defer(() => abort.abort())
      if (isNew) await prepareToRun({ dataDir, steps: progress, signal: abort.signal })
      return startLocalWorker(dataDir, progress, cleanup)
    },
  }
}
