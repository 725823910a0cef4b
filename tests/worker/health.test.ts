import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Health } from '~/contract/health.ts'
import { checkHealth } from '~/provider/health/check-health.ts'
import { signedOut } from './harness/callers.ts'

const refusing = (message: string) => () => Promise.reject(new Error(message))
const brokenObjects = {
  getByName: () =>
    new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : refusing('Network connection lost.')) }),
}
const whole = { ...env, FIREBASE_API_KEY: 'a-key' }

/** The bindings, of which some are others. */
const bindingsBut = (others: object) => ({ ...whole, ...others }) as unknown as Env

const healthOf = (others: object = {}) => checkHealth(bindingsBut(others))

afterEach(() => {
  vi.useRealTimers()
})

test('all is well: every check is there, and what is not configured is called off', async () => {
  const { status, checks } = await healthOf()
  expect(status).toBe('ok')
  expect(Object.entries(checks).filter(([, { ok }]) => !ok)).toEqual([])
  expect(checks).toMatchObject({
    database: { ok: true },
    mail: { ok: true, code: 'off' },
    vectors: { ok: true, code: 'off' },
  })
  expect(checks.models).toEqual({ ok: true })
})

test.each([
  ['database', 'no_answer', { DB: { prepare: () => ({ run: refusing('D1_ERROR'), all: refusing('D1_ERROR') }) } }],
  ['files', 'no_answer', { FILES: { head: refusing('internal error') } }],
  ['members', 'no_answer', { MEMBERS: brokenObjects }],
  ['organizations', 'no_answer', { ORGANIZATIONS: brokenObjects }],
  ['libraries', 'no_answer', { LIBRARY_SHARDS: brokenObjects }],
  ['signing_secret', 'misconfigured', { SIGNING_SECRET: 'short' }],
  ['signing_secret', 'misconfigured', { SIGNING_SECRET: undefined }],
  ['identity', 'misconfigured', { FIREBASE_PROJECT_ID: '' }],
  ['identity', 'misconfigured', { FIREBASE_PROJECT_ID: 'production' }],
  ['identity', 'misconfigured', { AUTH_JWKS_URL: 'https://emulator.example/jwks' }],
  ['identity', 'misconfigured', { FIREBASE_API_KEY: '' }],
  ['limits', 'misconfigured', { QUESTIONS_PER_MINUTE: 'many' }],
])('without %s (%s) it fails, and says so', async (name, code, others) => {
  const { status, checks } = await healthOf(others)
  expect(status).toBe('failed')
  expect(checks[name]).toEqual({ ok: false, code })
})

test.each([
  ['queue', 'no_answer', { JOBS: {} }],
  ['reader', 'no_answer', { READER: { measureImage: refusing('exceeded its memory limit') } }],
  ['mail', 'misconfigured', { AUTH_EMULATOR_URL: '', GOOGLE_CLIENT_EMAIL: 'one@example.com' }],
  ['models', 'misconfigured', { CONTEXT_TOKENS: 'many' }],
  ['vision', 'misconfigured', { VISION_MODEL: 'none of them' }],
  ['vectors', 'misconfigured', { EMBEDDING_MODEL: 'embedder' }],
  ['vectors', 'no_answer', { EMBEDDING_MODEL: 'embedder', VECTORIZE: { describe: refusing('gone') } }],
])('without %s (%s) it is degraded: questions are answered', async (name, code, others) => {
  const { status, checks } = await healthOf(others)
  expect(status).toBe('degraded')
  expect(checks[name]).toEqual({ ok: false, code })
})

test('a migration of this build that the database does not have fails it', async () => {
  await env.DB.prepare("UPDATE d1_migrations SET name = 'old' || name").run()
  const { status, checks } = await healthOf()
  expect([status, checks.migrations, checks.database]).toEqual(['failed', { ok: false, code: 'missing' }, { ok: true }])
  await env.DB.prepare('UPDATE d1_migrations SET name = substr(name, 4)').run()
})

test('what does not answer is not waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = healthOf({ FILES: { head: () => new Promise(() => {}) } })
  await vi.advanceTimersByTimeAsync(3000)
  expect((await silent).checks.files).toEqual({ ok: false, code: 'no_answer' })
})

describe('GET /healthz', () => {
  const ask = (others: object = {}, init: RequestInit = {}) =>
    signedOut('/healthz', { ...init, variables: { FIREBASE_API_KEY: 'a-key', ...others } as Partial<Env> })

  test('answers anyone; HEAD as well; 503 where it failed; and looks no more often than every five seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const head = vi.fn(env.FILES.head.bind(env.FILES))
    const FILES = { head }
    const response = await ask({ FILES })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect((await response.json<Health>()).status).toBe('ok')
    await Promise.all([ask({ FILES }), ask({ FILES })])
    expect(head).toHaveBeenCalledTimes(1)

    vi.advanceTimersByTime(5001)
    const failed = await ask({ FILES: { head: refusing('internal error') } })
    expect([failed.status, (await failed.json<Health>()).status]).toEqual([503, 'failed'])

    vi.advanceTimersByTime(5001)
    const bodiless = await ask({ FILES }, { method: 'HEAD' })
    expect([bodiless.status, await bodiless.text()]).toEqual([200, ''])
  })

  test('tells nothing secret: no value of a variable, no host, nobody', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    const secrets = { SIGNING_SECRET: 'short-secret', OPENAI_API_KEY: 'sk-secret', GOOGLE_PRIVATE_KEY: 'pem-secret' }
    const body = await (await ask(secrets)).text()
    expect(body).toContain('"misconfigured"')
    const values = Object.values({ ...env, ...secrets }).filter(
      (value) => typeof value === 'string' && value.length > 3,
    )
    expect(values.filter((value) => body.includes(value as string))).toEqual([])
    expect(body).not.toMatch(/https?:|127\.0\.0\.1/)
  })
})
