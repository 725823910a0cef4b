import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDir } from '../data-dir.ts'
import { binOf } from '../packages.ts'
import { freePort } from '../ports.ts'
import { type Running, start } from '../processes.ts'
import { quietEnv } from '../environment.ts'
import { projectId } from '../settings.ts'
import { answers, waitFor } from '../wait-for.ts'

const host = '127.0.0.1'
const startLimit = 120_000

/**
 * Starts Google's Firebase Auth emulator on a port of its own, with no accounts yet.
 * @param cleanup receives what stops it
 * @returns when it answers
 */
export async function startEmulator(
  dataDir: DataDir,
  cleanup: AsyncDisposableStack,
): Promise<{ running: Running; port: number }> {
  const home = dataDir.file('emulator')
  mkdirSync(home, { recursive: true })
  const [port, hub, logging] = await Promise.all([freePort(), freePort(), freePort()])
  const emulators = {
    auth: { host, port },
    hub: { host, port: hub },
    logging: { host, port: logging },
    ui: { enabled: false },
    singleProjectMode: false,
  }
  writeFileSync(join(home, 'firebase.json'), JSON.stringify({ emulators }))

  const running = start({
    name: 'The Firebase Auth emulator',
    file: binOf('firebase-tools', 'firebase'),
    args: ['emulators:start', '--only', 'auth', '--project', projectId],
    cwd: home,
    // Its own places for settings and temporary files: nothing in the home directory, no clash of two copies.
    env: quietEnv({ XDG_CONFIG_HOME: home, TMPDIR: home, CI: 'true' }),
    log: dataDir.file('logs', 'emulator.log'),
  })
  cleanup.defer(running.stop)
  const ready = waitFor('The Firebase Auth emulator does not answer', startLimit, () =>
    answers(`http://${host}:${port}/`),
  )
  await Promise.race([ready, running.failed])
  return { running, port }
}
