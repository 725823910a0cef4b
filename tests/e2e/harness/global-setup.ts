import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findOrInstallChromium } from '../../../scripts/local/chromium.ts'
import { root } from '../../../scripts/local/packages.ts'
import { freePort } from '../../../scripts/local/ports.ts'
import { dieWithParent } from '../../../scripts/local/run.ts'

declare module 'vitest' {
  interface ProvidedContext {
    appUrl: string
    authUrl: string
    chromium: string
  }
}

/** Far above what the tests do in a minute; the limits themselves are tested against the Worker alone. */
const limits = { QUESTIONS_PER_MINUTE: '1000', UPLOADS_PER_MINUTE: '1000', RUNNING_ANSWERS: '20' }

/** Starts the whole product as `npm start` does, with data and ports of its own, once for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = await findOrInstallChromium(console.log)
  const [port, authPort] = await Promise.all([freePort(), freePort()])
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-'))

  const child = spawn(process.execPath, [...dieWithParent, 'scripts/start.ts'], {
    cwd: root,
    env: { ...process.env, ...limits, PORT: `${port}`, AUTH_EMULATOR_PORT: `${authPort}`, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => void child.on('exit', () => resolve()))
  const ready = new Promise<void>((resolve) => {
    let output = ''
    child.stdout?.on('data', (text) => {
      output += text
      if (/^Ready: /m.test(output)) resolve()
      else process.stdout.write(text)
    })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    cpSync(join(dataDir, 'logs'), join(root, 'test-results/logs'), { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
  const started = await Promise.race([ready.then(() => true), ended.then(() => false)])
  if (!started) {
    await stop()
    throw new Error('The product does not start; its logs are in test-results/logs.')
  }
  project.provide('appUrl', `http://localhost:${port}`)
  project.provide('authUrl', `http://127.0.0.1:${authPort}`)
  project.provide('chromium', chromium)
  return stop
}
