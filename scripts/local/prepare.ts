import { join } from 'node:path'
import { build, buildBesideApp, isBuilt } from './build.ts'
import type { DataDir } from './data-dir.ts'
import { quietEnv } from './environment.ts'
import { root } from './packages.ts'
import { Problem } from './problem.ts'
import type { Steps } from './progress.ts'
import { runNode } from './run.ts'

export interface PrepareOptions {
  dataDir: DataDir
  steps: Steps
  /** Builds only what Vite's development server of the app does not serve. */
  dev?: boolean
  /** Makes the demo organisation in a database that has none. */
  demo?: boolean
  /** Says that what is under way is no longer wanted. */
  signal: AbortSignal
}

/** What a database has, once its migrations are applied. */
export interface PreparedDatabase {
  /** Migrations that were new. */
  applied: number
  organizations: number
}

/** Brings the database of a data directory and the build up to date, side by side. */
export async function prepareToRun({ dataDir, steps, dev, demo, signal }: PrepareOptions): Promise<PreparedDatabase> {
  const [database] = await Promise.all([
    steps.step('database', async (done) => {
      const prepared = await prepareDatabase(dataDir, demo ? ['--demo'] : [], signal)
      done(inWords(prepared))
      return prepared
    }),
    steps.step('build', async (done) => {
      if (dev) return buildBesideApp({ signal })
      if (isBuilt()) return done('up to date')
      await build({ signal })
    }),
  ])
  return database
}

/** In a process of its own, as `withDatabase` demands. */
async function prepareDatabase(dataDir: DataDir, flags: string[], signal: AbortSignal): Promise<PreparedDatabase> {
  const script = join(import.meta.dirname, 'prepare-database.ts')
  const { code, output } = await runNode(script, [dataDir.path, ...flags], { cwd: root, env: quietEnv(), signal })
  const said = output.trim().split('\n').at(-1) ?? ''
  if (code !== 0) throw new Problem(`The database of ${dataDir.path} cannot be prepared:\n${output.trimEnd()}`)
  return JSON.parse(said) as PreparedDatabase
}

const inWords = ({ applied }: PreparedDatabase) =>
  applied === 0 ? 'up to date' : `${applied} ${applied === 1 ? 'migration' : 'migrations'} applied`
