import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findOrInstallChromium } from '../../../scripts/local/chromium.ts'
import { root } from '../../../scripts/local/packages.ts'
import { freePort } from '../../../scripts/local/ports.ts'
import { dieWithParent } from '../../../scripts/local/run.ts'
import { startModelsServer } from '../../models-server.ts'
import { generousLimits, prepareDemo, scriptedModel, startCopy } from './copy.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: string
    /** The product as `npm start` starts it: with the samples, without a model. */
    appUrl: string
    /** Its data directory. */
    appDir: string
    authUrl: string
    /** The models that say what a test tells them (`scripted-model.ts`), and a copy of the product that has them. */
    modelsUrl: string
    scriptedAppUrl: string
    /** What copies begin with (`copy.ts`). */
    demoDir: string
    /** Where members' sessions are kept during the run (`member.ts`). */
    sessionsDir: string
  }
}

/**
 * Starts, once for all files of a run, the whole product as `npm start` does, with data and ports of its own, and a copy of
 * it whose model the tests script.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cleanup = new AsyncDisposableStack()
  try {
    project.provide('chromium', await findOrInstallChromium(console.log))
    const sessionsDir = mkdtempSync(join(tmpdir(), 'sessions-'))
    cleanup.defer(() => rmSync(sessionsDir, { recursive: true, force: true }))
    project.provide('sessionsDir', sessionsDir)

    const [{ appUrl, authUrl, dataDir }, demo] = await Promise.all([
      startProduct(logsOf(project), cleanup),
      prepareDemo(cleanup),
    ])
    project.provide('demoDir', demo)
    project.provide('appUrl', appUrl)
    project.provide('appDir', dataDir)
    project.provide('authUrl', authUrl)

    const models = await startModelsServer()
    cleanup.defer(models.close)
    const copy = await startCopy({ demo, authUrl, variables: scriptedModel(models.url) }, cleanup)
    project.provide('modelsUrl', models.url)
    project.provide('scriptedAppUrl', copy.url)
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
  return () => cleanup.disposeAsync()
}

/** Where the product's logs are kept after the run; those of two halves apart. */
const logsOf = ({ vitest: { config } }: TestProject) =>
  join('test-results', config.shard ? `logs-${config.shard.index}` : 'logs')

async function startProduct(logs: string, cleanup: AsyncDisposableStack) {
  const [port, authPort] = await Promise.all([freePort(), freePort()])
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-'))
  const child = spawn(process.execPath, [...dieWithParent, 'scripts/start.ts'], {
    cwd: root,
    env: { ...process.env, ...generousLimits, PORT: `${port}`, AUTH_EMULATOR_PORT: `${authPort}`, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => void child.on('exit', () => resolve()))
  cleanup.defer(async () => {
    child.kill('SIGTERM')
    await ended
    cpSync(join(dataDir, 'logs'), join(root, logs), { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  })
  const ready = new Promise<void>((resolve) => {
    let output = ''
    child.stdout?.on('data', (text) => {
      output += text
      if (/^Ready: /m.test(output)) resolve()
      else process.stdout.write(text)
    })
  })
  const started = await Promise.race([ready.then(() => true), ended.then(() => false)])
  if (!started) throw new Error(`The product does not start; its logs are in ${logs}.`)
  return { appUrl: `http://localhost:${port}`, authUrl: `http://127.0.0.1:${authPort}`, dataDir }
}
