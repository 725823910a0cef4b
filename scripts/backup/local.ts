import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { devNull } from 'node:os'
import { build, isBuilt } from '../local/build.ts'
import { type DataDir, openDataDir, type Owner, writeWhole } from '../local/data-dir.ts'
import { stateIn } from '../local/database.ts'
import { quietEnv } from '../local/environment.ts'
import { binOf, root } from '../local/packages.ts'
import { freePort } from '../local/ports.ts'
import { Problem } from '../local/problem.ts'
import { start } from '../local/processes.ts'
import type { Progress } from '../local/progress.ts'
import { answers, waitFor } from '../local/wait-for.ts'
import { type BackupWorker, backupWorker } from './client.ts'
import { backupConfiguration } from './worker.ts'

const startLimit = 120_000

/** Takes a data directory, which no start may be using meanwhile: two would not know of each other's changes. */
export function takeDataDir(path: string, owner: Owner | undefined, cleanup: AsyncDisposableStack): DataDir {
  try {
    const dataDir = openDataDir(path, owner)
    cleanup.defer(dataDir.release)
    return dataDir
  } catch (error) {
    if (error instanceof Problem && error.message.includes('in use'))
      throw new Problem(`The product is running on DATA_DIR=${path}: stop it first.`)
    throw error
  }
}

/** Whether it has ever been started on. */
export const hasDatabase = (dataDir: string): boolean => existsSync(stateIn(dataDir))

/** Starts the Worker of the backup on a data directory, beside the front, whose objects it asks. */
export async function startLocalWorker(
  dataDir: DataDir,
  progress: Progress,
  cleanup: AsyncDisposableStack,
): Promise<BackupWorker> {
  if (!isBuilt()) await progress.step('build', () => build())
  return progress.step('start', async () => {
    const token = randomBytes(32).toString('base64url')
    const config = dataDir.file('backup.json')
    writeWhole(config, JSON.stringify(backupConfiguration()))
    cleanup.defer(() => {
      rmSync(config, { force: true })
      // Where Wrangler has bundled it.
      rmSync(dataDir.file('.wrangler'), { recursive: true, force: true })
    })
    const [port, inspectorPort] = [await freePort(), await freePort()]
    const registry = dataDir.file('registry')
    rmSync(registry, { recursive: true, force: true })
    const running = start({
      name: 'The Worker of the backup',
      file: binOf('wrangler'),
      args: [
        'dev',
        `--config=${config}`,
        '--config=dist/server/wrangler.json',
        '--ip=127.0.0.1',
        `--port=${port}`,
        `--inspector-port=${inspectorPort}`,
        `--persist-to=${stateIn(dataDir.path)}`,
        '--show-interactive-dev-session=false',
        '--log-level=warn',
        `--env-file=${devNull}`,
      ],
      cwd: root,
      env: quietEnv({
        WRANGLER_REGISTRY_PATH: registry,
        CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
        WRANGLER_WRITE_LOGS: 'false',
        BACKUP_TOKEN: token,
      }),
      log: dataDir.file('logs', 'backup.log'),
    })
    cleanup.defer(running.stop)
    const origin = `http://127.0.0.1:${port}`
    await Promise.race([
      waitFor('The Worker of the backup does not answer', startLimit, () => answers(origin)),
      running.failed,
    ])
    return backupWorker((path, init) =>
      Promise.race([fetch(origin + path, { ...init, headers: { authorization: `Bearer ${token}` } }), running.failed]),
    )
  })
}
