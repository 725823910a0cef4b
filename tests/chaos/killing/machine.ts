import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '../../../scripts/local/app.ts'
import { startClock } from '../../../scripts/local/clock.ts'
import { openDataDir, secretIn } from '../../../scripts/local/data-dir.ts'
import { freePort } from '../../../scripts/local/ports.ts'
import { prepareToRun } from '../../../scripts/local/prepare.ts'
import { startModelsServer } from '../../models-server.ts'
import { claimsFor, jwksOf, newSigner, sign } from '../../tokens.ts'

/** The product on this machine as a start serves it, which can be killed. */
export interface Machine {
  url: string
  /** Where its database and its bucket are. */
  state: string
  tokenOf: (email: string) => Promise<string>
  /** Ends it at once, in the middle of whatever it does (SIGKILL), and starts it again on what is left. */
  killAndStart: () => Promise<void>
  /** Ends it, as a stop would. */
  stop: () => Promise<void>
}

const projectId = 'demo-chaos'
const quietSteps = {
  step: <T>(_name: string, work: (done: (detail: string) => void) => Promise<T>) => work(() => {}),
}
/** Far above what is asked here. */
const generous = { QUESTIONS_PER_MINUTE: '100000', UPLOADS_PER_MINUTE: '100000', RUNNING_ANSWERS: '100' }

/** Lines of an answer. */
export const lines = 50

/**
 * Starts the product on a port and a directory of its own, with a model that answers a question with `script:lines` line by line, until
 * `cleanup`.
 * @param pause milliseconds behind each line
 */
export async function startMachine(cleanup: AsyncDisposableStack, pause = 20): Promise<Machine> {
  const path = mkdtempSync(join(tmpdir(), 'chaos-killed-'))
  cleanup.defer(() => rmSync(path, { recursive: true, force: true }))
  const dataDir = openDataDir(path)
  cleanup.defer(dataDir.release)
  const signer = await newSigner('chaos-key')
  const keys = createServer((_, response) => void jwksOf(signer).then((jwks) => response.end(JSON.stringify(jwks))))
  await once(keys.listen(0, '127.0.0.1'), 'listening')
  cleanup.defer(() => void keys.close().closeAllConnections())
  const models = await startModelsServer()
  cleanup.defer(() => models.close())
  const said = Array.from({ length: lines }, (_, line) => [{ say: `Line ${line}. ` }, { pause }]).flat()
  await fetch(`${models.url}/scripts/lines`, { method: 'PUT', body: JSON.stringify([said]) })

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const variables = {
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: 'key',
    AUTH_JWKS_URL: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/`,
    SIGNING_SECRET: secretIn(dataDir.file('signing-secret')),
    OPENAI_BASE_URL: models.url,
    OPENAI_API_KEY: 'key',
    OPENAI_MODELS: 'small',
    ...generous,
  }
  let running = new AsyncDisposableStack()
  cleanup.defer(() => running.disposeAsync())
  const start = async () => {
    await prepareToRun({ dataDir, steps: quietSteps, demo: true, signal: AbortSignal.timeout(300_000) })
    const app = await startApp({ dev: false, port, variables }, dataDir, running)
    startClock(url, running)
    return app
  }
  let app = await start()
  return {
    url,
    state: join(path, 'worker', 'v3'),
    tokenOf: (email) => sign(signer, claimsFor(projectId, { email, sub: `uid-${email}`, user_id: `uid-${email}` })),
    async killAndStart() {
      await app.kill()
      await running.disposeAsync()
      running = new AsyncDisposableStack()
      app = await start()
    },
    stop: () => running.disposeAsync(),
  }
}
