import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRemoteWorker } from '../../../scripts/backup/remote.ts'
import { signIn } from '../../../scripts/deploy/cloudflare.ts'
import { newWorker } from '../../cloudflare/account.ts'
import { account, apiToken, CloudflareServer } from '../../cloudflare/server.ts'
import { Operator } from './deploying.ts'

const name = 'recursive-agent-backup-staging'
const front = 'recursive-agent-platform-staging'

let server: CloudflareServer
let operator: Operator

beforeEach(async () => {
  server = await new CloudflareServer().start()
  operator = new Operator(server)
  operator.write('staging', {})
  const { databases, buckets, workers } = server.state
  databases.set('app-staging', { uuid: randomUUID(), created_at: '2026-11-23', sqlite: new DatabaseSync(':memory:') })
  buckets.set('app-files-staging', { name: 'app-files-staging' })
  workers.set(front, newWorker())
  vi.stubEnv('CLOUDFLARE_API_BASE_URL', server.url)
  vi.stubEnv('CLOUDFLARE_API_TOKEN', apiToken)
})

afterEach(() => void vi.unstubAllEnvs())

const deployed = () => server.state.workers.get(name)
const tokenOf = () => deployed()?.secrets.get('BACKUP_TOKEN')

/** Answers, as the Worker does, who knows its token. */
async function startWorker(): Promise<string> {
  const worker = createServer(({ headers }, response) => {
    response.writeHead(headers.authorization === `Bearer ${tokenOf()}` ? 200 : 401).end('{}')
  }).listen(0, '127.0.0.1')
  await once(worker, 'listening')
  worker.unref()
  return `http://127.0.0.1:${(worker.address() as AddressInfo).port}`
}

async function start(cleanup: AsyncDisposableStack) {
  const address = await startWorker()
  const deployment = {
    environment: 'staging',
    suffix: '-staging',
    settings: { variables: {} },
    cloudflare: await signIn(account.id, async () => account.id),
    secrets: {},
    directory: join(operator.directory, 'staging'),
    prebuilt: join(operator.directory, 'dist'),
    address,
  }
  return startRemoteWorker(deployment, address, cleanup)
}

test(
  'a deployment that a backup is restored into invites nobody, and asks for nobody',
  { timeout: 30_000 },
  async () => {
    const variables = { FIREBASE_PROJECT_ID: 'example', FIREBASE_API_KEY: 'known', FIREBASE_AUTH_DOMAIN: 'example.com' }
    operator.write('staging', { address: server.url, variables })
    const { code, output } = await operator.deploy(['--dry-run', '--empty', '--env', 'staging'])
    expect(output).toContain('= first organisation')
    expect(code).toBe(0)
  },
)

describe('the Worker of a backup', { timeout: 60_000 }, () => {
  test('reaches the data of its environment, knows a token that is in no file, and is removed after a run that failed', async () => {
    const failing = async () => {
      await using cleanup = new AsyncDisposableStack()
      await start(cleanup)
      const { uuid } = server.state.databases.get('app-staging')!
      const bindings = Object.fromEntries(deployed()!.versions[0]!.bindings.map((one) => [one.name, one]))
      expect(bindings).toMatchObject({
        DB: { id: uuid },
        FILES: { bucket_name: 'app-files-staging' },
        MEMBERS: { class_name: 'MemberObject', script_name: front },
        ORGANIZATIONS: { script_name: front },
        LIBRARY_SHARDS: { script_name: front },
      })
      expect(tokenOf()).toMatch(/^[\w-]{43}$/)
      expect(operator.files).not.toContain(tokenOf())
      throw new Error('the disk is full')
    }
    await expect(failing()).rejects.toThrow('the disk is full')
    expect([...server.state.workers.keys()]).toEqual([front])
  })

  test('that was left is replaced by the next run, which removes it when it is interrupted', async () => {
    server.state.workers.set(name, { ...newWorker(), secrets: new Map([['BACKUP_TOKEN', 'old']]) })
    const args = [join(operator.directory, 'backups'), '--remote', '--env=staging']
    const settings = [
      `--settings=${join(operator.directory, 'staging.json')}`,
      `--prebuilt=${join(operator.directory, 'dist')}`,
    ]
    const abort = new AbortController()
    const said = operator.run('backup', [...args, ...settings], {}, abort.signal)
    await vi.waitUntil(() => tokenOf() !== 'old', { timeout: 30_000 })
    abort.abort()
    expect((await said).code).toBe(1)
    expect(deployed()).toBeUndefined()
  })
})
