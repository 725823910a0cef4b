import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoVariables, startApp } from '../../../scripts/local/app.ts'
import { openDataDir } from '../../../scripts/local/data-dir.ts'
import { quietEnv } from '../../../scripts/local/environment.ts'
import { root } from '../../../scripts/local/packages.ts'
import { freePort } from '../../../scripts/local/ports.ts'
import { runNode } from '../../../scripts/local/run.ts'
import { readSettings } from '../../../scripts/local/settings.ts'

/** Far above what the tests do in a minute; the limits themselves are tested against the Worker alone. */
export const generousLimits = { QUESTIONS_PER_MINUTE: '1000', UPLOADS_PER_MINUTE: '1000', RUNNING_ANSWERS: '20' }

/** The variables of a copy whose model is the server at this address (`tests/models-server.ts`). */
export const scriptedModel = (modelsUrl: string) => ({
  OPENAI_BASE_URL: modelsUrl,
  OPENAI_API_KEY: 'key',
  OPENAI_MODELS: 'small,large',
  OPENAI_IMAGE_MODELS: 'painter',
  MAX_FILES_PER_MESSAGE: '2',
})

export interface CopyOptions {
  /** A directory that {@link prepareDemo} made. */
  demo: string
  /** Where its accounts are: those of the product that is running. */
  authUrl: string
  /** Beside the defaults and {@link generousLimits}. */
  variables: Record<string, string>
  /** A script that writes more into the database than the demo organisation; it is given the data directory. */
  seed?: string | undefined
}

export interface Copy {
  url: string
  /** Ends it as an update would, and starts it again on the same data, at the same address. */
  restart: () => Promise<void>
}

/**
 * Makes a directory with a database as a start of the product does: the demo organisation and its members, no files.
 * @param cleanup receives what removes it
 */
export async function prepareDemo(cleanup: AsyncDisposableStack): Promise<string> {
  const path = mkdtempSync(join(tmpdir(), 'demo-'))
  cleanup.defer(() => rmSync(path, { recursive: true, force: true }))
  await runScript('scripts/local/prepare-database.ts', path, '--demo')
  return path
}

async function runScript(script: string, ...args: string[]) {
  const { code, output } = await runNode(script, args, { cwd: root, env: quietEnv() })
  if (code !== 0) throw new Error(`${script} failed:\n${output}`)
}

/**
 * Starts a copy of the app with a database of its own, that of the demo directory.
 * @param cleanup receives what ends it
 */
export async function startCopy(
  { demo, authUrl, variables, seed }: CopyOptions,
  cleanup: AsyncDisposableStack,
): Promise<Copy> {
  const path = mkdtempSync(join(tmpdir(), 'copy-'))
  cleanup.defer(() => rmSync(path, { recursive: true, force: true }))
  cpSync(demo, path, { recursive: true })
  const dataDir = openDataDir(path)
  cleanup.defer(dataDir.release)
  if (seed) await runScript(seed, path)

  const port = String(await freePort())
  const settings = { ...readSettings({ PORT: port, DATA_DIR: path }, false), authUrl }
  let running = new AsyncDisposableStack()
  cleanup.defer(() => running.disposeAsync())
  const start = () =>
    startApp(
      {
        dev: false,
        port: settings.port,
        variables: { ...demoVariables(settings, dataDir), ...generousLimits, ...variables },
      },
      dataDir,
      running,
    )
  await start()
  const restart = async () => {
    await running.disposeAsync()
    running = new AsyncDisposableStack()
    await start()
  }
  return { url: settings.appUrl, restart }
}
