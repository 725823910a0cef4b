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
 * @returns its address
 */
export async function startSecondApp(variables: Record<string, string>): Promise<string> {
  const cleanup = new AsyncDisposableStack()
  afterAll(() => cleanup.disposeAsync())

  const path = mkdtempSync(join(tmpdir(), 'second-'))
  cleanup.defer(() => rmSync(path, { recursive: true, force: true }))
  const dataDir = openDataDir(path)
  cleanup.defer(dataDir.release)
  await runNode('scripts/local/prepare-database.ts', [path], { cwd: root, env: quietEnv() })

  const port = String(await freePort())
  const settings = { ...readSettings({ PORT: port, DATA_DIR: path }, false), authUrl: inject('authUrl') }
  Object.assign(process.env, variables)
  cleanup.defer(() => Object.keys(variables).forEach((name) => Reflect.deleteProperty(process.env, name)))
  await startApp(settings, dataDir, cleanup)
  return settings.appUrl
}
