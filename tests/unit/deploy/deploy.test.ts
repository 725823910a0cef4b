import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Binding } from '../../cloudflare/account.ts'
import { CloudflareServer } from '../../cloudflare/server.ts'
import { Operator } from './deploying.ts'

const reader = 'recursive-agent-reader'
const front = 'recursive-agent-platform'
const jobs = 'recursive-agent-jobs'
const secrets = {
  OPENAI_API_KEY: 'sk-of-production',
  GOOGLE_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nsecret of Google\n',
}
const firebase = {
  FIREBASE_PROJECT_ID: 'example',
  FIREBASE_API_KEY: 'known to every browser',
  FIREBASE_AUTH_DOMAIN: 'example.firebaseapp.com',
}
const organization = { name: 'Example Inc.', admin: 'Admin@example.com', time_zone: 'Asia/Tokyo', language: 'en' }

async function setUp() {
  const server = await new CloudflareServer().start()
  const operator = new Operator(server)
  operator.write('production', {
    address: server.url,
    location: 'apac',
    variables: { ...firebase, OPENAI_MODELS: 'large' },
    organization,
  })
  return { server, operator }
}

/** What the latest version of a Worker is bound to. */
const bindingsOf = (server: CloudflareServer, name: string): Binding[] =>
  server.state.workers.get(name)!.versions.at(-1)!.bindings
const bindingOf = (server: CloudflareServer, worker: string, name: string) =>
  bindingsOf(server, worker).find((binding) => binding.name === name)
const pathsOf = ({ changes }: CloudflareServer) => changes.map(({ method, path }) => `${method} ${path}`)

describe('a deployment', { timeout: 120_000 }, () => {
  let server: CloudflareServer
  let operator: Operator
  beforeAll(async () => void ({ server, operator } = await setUp()))
  afterEach(() => void (server.calls.length = 0))

  test('as a dry run shows what it would make, and makes nothing', async () => {
    const { code, output } = await operator.deploy(['--dry-run'], secrets)
    expect(code).toBe(0)
    for (const line of [
      '+ D1 database app: make it in apac',
      '+ R2 bucket app-files: make it in apac',
      `+ CORS of app-files: allow ${server.url}`,
      '+ queue app-jobs: make it',
      '+ queue app-jobs-dead: make it',
      '+ migrations of app: apply 0001_directory.sql',
      `+ Worker ${reader}: deploy it\n`,
      `+ Worker ${front}: deploy it, with the secrets GOOGLE_PRIVATE_KEY, OPENAI_API_KEY, SIGNING_SECRET`,
      `+ Worker ${jobs}: deploy it, with the secrets GOOGLE_PRIVATE_KEY, OPENAI_API_KEY, SIGNING_SECRET`,
      '+ first organisation: make Example Inc. and invite admin@example.com as its admin',
    ])
      expect(output).toContain(line)
    expect(server.changes).toEqual([])
    expect(existsSync(join(operator.directory, 'production'))).toBe(false)
  })

  test('does not begin before somebody agreed', async () => {
    const { code, output } = await operator.deploy([])
    expect(code).toBe(1)
    expect(output).toContain('Nobody is there to agree: add --yes.')
    expect(server.changes).toEqual([])
  })

  test('makes everything, with real migrations and its first admin, and tells where it is and how it is', async () => {
    const { code, output } = await operator.deploy(['--yes'], secrets)
    expect(output).toContain(`${server.url}: it works.`)
    expect(code).toBe(0)

    const { databases, buckets, queues, workers } = server.state
    const { uuid, location, sqlite } = databases.get('app')!
    expect(location).toBe('apac')
    expect(sqlite.prepare('SELECT email, role, language FROM users').all()).toEqual([
      { email: 'admin@example.com', role: 'admin', language: 'en' },
    ])
    expect(buckets.get('app-files')).toMatchObject({
      location: 'apac',
      rules: [{ allowed: { origins: [server.url], methods: ['GET', 'PUT'] } }],
    })
    expect([...workers.keys()]).toEqual([reader, front, jobs])
    const messages = [...workers.values()].map(({ versions }) => versions[0]!.annotations['workers/message'])
    expect(messages[0]).toMatch(/^release [0-9a-f]{8}$/)
    expect(new Set(messages).size).toBe(1)
    expect(bindingOf(server, front, 'DB')).toMatchObject({ id: uuid })
    expect(bindingOf(server, front, 'OPENAI_MODELS')).toMatchObject({ type: 'plain_text', text: 'large' })
    expect(queues.get('app-jobs')!.consumers).toMatchObject([{ script: jobs, dead_letter_queue: 'app-jobs-dead' }])
    expect(bindingOf(server, jobs, 'MEMBERS')).toMatchObject({ script_name: front })
    expect(bindingOf(server, jobs, 'OPENAI_MODELS')).toMatchObject({ text: 'large' })
    expect(workers.get(front)).toMatchObject({ isPublic: true, crons: [{ cron: '17 * * * *' }] })
    expect(workers.get(reader)).toMatchObject({ isPublic: false, secrets: new Map() })
  })

  test('sets secrets as secrets, the one that signs made by itself, and shows or keeps none', async () => {
    const set = server.state.workers.get(front)!.secrets
    expect(server.state.workers.get(jobs)!.secrets).toEqual(set)
    expect(Object.fromEntries(set)).toEqual({ ...secrets, SIGNING_SECRET: expect.stringMatching(/^[\w-]{43}$/) })
    const { output } = await operator.deploy(['--yes'], secrets)
    for (const secret of set.values()) {
      expect(output).not.toContain(secret)
      expect(operator.files).not.toContain(secret)
      expect(operator.files).not.toContain(JSON.stringify(secret).slice(1, -1))
    }
  })

  test.each([{}, secrets])('changes nothing when it is made again, with secrets %#', async (given) => {
    const { code, output } = await operator.deploy(['--yes'], given)
    expect(output).toContain('Nothing had to change.')
    expect(code).toBe(0)
    expect(server.changes).toEqual([])
  })

  test('uploads a new build alone, and keeps the secrets', async () => {
    const before = new Map(server.state.workers.get(front)!.secrets)
    operator.rebuild('second')
    const { code, output } = await operator.deploy()
    expect(code).toBe(0)
    expect(output).toContain('= D1 database app\n')
    expect(server.state.queues.get('app-jobs')!.consumers).toHaveLength(1)
    expect(pathsOf(server).filter((path) => /database|buckets|POST queues$/.test(path))).toEqual([])
    expect(server.state.workers.get(front)!.versions).toHaveLength(2)
    expect(server.state.workers.get(front)!.secrets).toEqual(before)
    expect((await operator.deploy()).output).toContain('Nothing had to change.')
  })

  test('sets a secret that has another value, and nothing else', async () => {
    const { code, output } = await operator.deploy(['--yes'], { ...secrets, OPENAI_API_KEY: 'sk-of-next-year' })
    expect(code).toBe(0)
    expect(output).toContain(`+ Worker ${front}: deploy it, with the secrets GOOGLE_PRIVATE_KEY, OPENAI_API_KEY\n`)
    expect(output).toContain(`= Worker ${reader}\n`)
    expect(server.state.workers.get(front)!.secrets.get('OPENAI_API_KEY')).toBe('sk-of-next-year')
  })

  test('of another environment has its own names for everything, touches nothing of production, and mails its admin', async () => {
    operator.write('staging', {
      address: `${server.url}/of/staging`,
      variables: {
        ...firebase,
        GOOGLE_CLIENT_EMAIL: 'invites@example.com',
        R2_ACCESS_KEY_ID: 'key',
        EMBEDDING_MODEL: 'e',
      },
      embedding_dimensions: 1024,
      organization: { ...organization, name: 'Trial' },
    })
    const production = structuredClone(pick(server))
    const { code, output } = await operator.deploy(['--env', 'staging', '--yes'], secrets)
    expect(output).toContain('admin@example.com gets a mail')
    expect(code).toBe(0)

    expect(pick(server)).toEqual(production)
    const { databases, queues, workers, indexes } = server.state
    expect([...workers.keys()].filter((name) => name.endsWith('-staging'))).toEqual([
      `${reader}-staging`,
      `${front}-staging`,
      `${jobs}-staging`,
    ])
    const own = bindingsOf(server, `${front}-staging`)
    const named = own.flatMap((one) => [one.bucket_name, one.queue_name, one.service, one.index_name]).filter(Boolean)
    expect(named.toSorted()).toEqual([
      'app-files-staging',
      'app-jobs-staging',
      'app-passages-staging',
      `${reader}-staging`,
    ])
    expect(bindingOf(server, `${jobs}-staging`, 'MEMBERS')).toMatchObject({ script_name: `${front}-staging` })
    expect(bindingOf(server, `${front}-staging`, 'DB')).toMatchObject({ id: databases.get('app-staging')!.uuid })
    expect(bindingOf(server, `${front}-staging`, 'R2_S3_URL')!.text).toMatch(
      /r2\.cloudflarestorage\.com\/app-files-staging$/,
    )
    for (const limiter of ['CALLS_BY_ADDRESS', 'CALLS_BY_ACCOUNT']) {
      const [here, there] = [`${front}-staging`, front].map((worker) => bindingOf(server, worker, limiter))
      expect(here).toMatchObject({ type: 'ratelimit', simple: { period: 60 } })
      expect(here!.namespace_id).not.toBe(there!.namespace_id)
      expect(bindingOf(server, `${jobs}-staging`, limiter)).toBeUndefined()
    }
    expect(queues.get('app-jobs-staging')).toMatchObject({
      consumers: [{ script: `${jobs}-staging`, dead_letter_queue: 'app-jobs-dead-staging' }],
      messages: [{ kind: 'mail_invitations', organization_id: 1, from: 1, to: 1 }],
    })
    expect(indexes.get('app-passages-staging')!.properties).toEqual(['group_id', 'file_id', 'generated'])
    expect(workers.get(`${front}-staging`)!.secrets.get('SIGNING_SECRET')).not.toBe(
      workers.get(front)!.secrets.get('SIGNING_SECRET'),
    )
  })

  test('gets another organisation where that is wanted, and no other deployment does', async () => {
    const args = ['Second', 'second@example.com', '--remote', '--env', 'staging']
    const { output } = await operator.run('organization', args)
    expect(output).toContain('Second: second@example.com is invited as its admin.')
    const emailsOf = (database: string) =>
      server.state.databases.get(database)!.sqlite.prepare('SELECT email FROM users ORDER BY id').all()
    expect(emailsOf('app-staging')).toEqual([{ email: 'admin@example.com' }, { email: 'second@example.com' }])
    expect(emailsOf('app')).toEqual([{ email: 'admin@example.com' }])
  })

  /** Production, without what counts calls. */
  function pick({ state }: CloudflareServer) {
    const { buckets, queues, workers } = state
    return [
      buckets.get('app-files'),
      queues.get('app-jobs'),
      queues.get('app-jobs-dead'),
      workers.get(front),
      workers.get(jobs),
    ]
  }
})

describe('what goes wrong is told in words, with what to do', { timeout: 60_000 }, () => {
  test('a refusal of the platform, after which the same command goes on', async () => {
    const { server, operator } = await setUp()
    server.refuse = ({ method, path }) =>
      method === 'POST' && path === 'r2/buckets'
        ? { status: 403, code: 10042, message: 'Please enable R2 through the Cloudflare Dashboard.' }
        : undefined
    const { code, output } = await operator.deploy()
    expect(code).toBe(1)
    expect(output).toContain('R2 bucket app-files failed.\nCloudflare answers: Please enable R2')
    expect(output).toContain(
      'Enable R2 for the account: https://dash.cloudflare.com/0123456789abcdef0123456789abcdef/r2',
    )
    expect(output).toContain('run the same command again to go on')
    expect(output).not.toContain('    at ')

    server.refuse = () => undefined
    const again = await operator.deploy(['--dry-run'])
    expect(again.output).toContain('= D1 database app\n')
    expect(again.output).toContain('+ R2 bucket app-files: make it')
  })

  test('an account on the Free plan, whose upload is refused', async () => {
    const { server, operator } = await setUp()
    server.refuse = ({ method, path }) =>
      method === 'PUT' && path.startsWith('workers/scripts/')
        ? { status: 400, code: 100328, message: 'CPU limits are not supported for the Free plan.' }
        : undefined
    const { code, output } = await operator.deploy()
    expect(code).toBe(1)
    expect(output).toContain('It needs Workers Paid')
  })

  test('a product that does not work', async () => {
    const { server, operator } = await setUp()
    server.health = { status: 'failed', checks: { database: { ok: true }, queue: { ok: false, code: 'no_answer' } } }
    const { code, output } = await operator.deploy()
    expect(code).toBe(1)
    expect(output).toContain('says what does not work: queue (no_answer)')
  })

  test.each([
    [
      'a missing setting',
      {},
      'FIREBASE_PROJECT_ID is not known, and there is nobody to ask: set "FIREBASE_PROJECT_ID"',
    ],
    ['a secret among the settings', { variables: { OPENAI_API_KEY: 'x' } }, 'OPENAI_API_KEY is a secret. Take it out'],
    ['a name that is none', { variables: { OPEN_AI: 'x' } }, 'OPEN_AI is no variable of docs/configuration.md'],
    ['a place that is none', { location: 'tokyo' }, 'location'],
    [
      'a time zone that is none',
      { organization: { ...organization, time_zone: 'Tokyo' } },
      'not the name of a time zone',
    ],
    ['an account out of reach', { account: 'another' }, 'does not reach the account another'],
  ])('%s', async (_, settings, words) => {
    const { server, operator } = await setUp()
    operator.write('production', settings)
    const { code, output } = await operator.deploy()
    expect(code).toBe(1)
    expect(output).toContain(words)
    expect(output).not.toContain('    at ')
    expect(server.changes).toEqual([])
  })

  test.each(['dead', 'Staging', 'a_b', '../production'])('an environment named %s', async (name) => {
    const { operator } = await setUp()
    const { code, output } = await operator.deploy([`--env=${name}`])
    expect(code).toBe(1)
    expect(output).toContain('--env takes up to 20 small letters')
  })
})
