import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { startApp } from '../../../scripts/local/app.ts'
import { openDataDir } from '../../../scripts/local/data-dir.ts'
import { quietEnv } from '../../../scripts/local/environment.ts'
import { root } from '../../../scripts/local/packages.ts'
import { freePort } from '../../../scripts/local/ports.ts'
import { runNode } from '../../../scripts/local/run.ts'
import { readSettings } from '../../../scripts/local/settings.ts'

/**
 * Starts a second copy of the app with other variables and a database of its own: the demo organisation and its members,
 * no files. It shares the accounts with the first copy and ends with the test file.
 * @param seed a script that writes more into the database; it is given the data directory
 * @returns its address
 */
export async function startSecondApp(variables: Record<string, string>, seed?: string): Promise<string> {
  return (await startRestartableApp(variables, seed)).url
}

export interface SecondApp {
  url: string
  /** Ends it as an update would, and starts it again on the same data, at the same address. */
  restart: () => Promise<void>
}

/** The same, for tests that end it in between. */
export async function startRestartableApp(variables: Record<string, string>, seed?: string): Promise<SecondApp> {
  const cleanup = new AsyncDisposableStack()
  afterAll(() => cleanup.disposeAsync())

  const path = mkdtempSync(join(tmpdir(), 'second-'))
  cleanup.defer(() => rmSync(path, { recursive: true, force: true }))
  const dataDir = openDataDir(path)
  cleanup.defer(dataDir.release)
  for (const script of ['scripts/local/prepare-database.ts', seed]) {
    if (!script) continue
    const { code, output } = await runNode(script, [path], { cwd: root, env: quietEnv() })
    if (code !== 0) throw new Error(`${script} failed:\n${output}`)
  }

  const port = String(await freePort())
  const settings = { ...readSettings({ PORT: port, DATA_DIR: path }, false), authUrl: inject('authUrl') }
  Object.assign(process.env, variables)
  cleanup.defer(() => Object.keys(variables).forEach((name) => Reflect.deleteProperty(process.env, name)))
  let running = new AsyncDisposableStack()
  cleanup.defer(() => running.disposeAsync())
  await startApp(settings, dataDir, running)
  const restart = async () => {
    await running.disposeAsync()
    running = new AsyncDisposableStack()
    await startApp(settings, dataDir, running)
  }
  return { url: settings.appUrl, restart }
}
