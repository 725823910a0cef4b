import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { System, SystemModel } from '~/contract/system.ts'
import { sweep } from '~/provider/sweep.ts'
import { answered, ask, cancel, refusalOf } from './harness/asking.ts'
import { type Caller, seedFile, seedOrganization, signedIn } from './harness/callers.ts'
import { deliver, heldQueue, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { soon } from './harness/models-vendors.ts'
import { isDelta, scripted, StreamReader } from './harness/streams.ts'

let organizations = 0

/** An organisation of its own for a test, with an admin and a user. */
const seeded = () => seedMembers(`system-${++organizations}.example`, { admin: 'admin', user: 'user' })

const systemOf = async (admin: Caller, variables: Partial<Env> = {}) => {
  const response = await admin('/v1/system', { variables })
  expect(response.status).toBe(200)
  return response.json<System>()
}

const modelOf = ({ models }: System, name: string, purpose: SystemModel['purpose'] = 'answers') =>
  models.find((model) => model.name === name && model.purpose === purpose)

afterEach(() => {
  vi.useRealTimers()
})

test('of a new organisation every configured model is there, and nothing is known of any', async () => {
  const { admin } = await seeded()
  const variables = { TRANSCRIPTION_MODEL: 'whisper', RERANK_MODEL: 'ranker', RERANK_BASE_URL: 'http://ranker.test' }
  const { models, questions } = await systemOf(admin, variables)
  expect(models.map(({ purpose, name, state }) => [purpose, name, state])).toEqual([
    ['answers', 'small', 'unknown'],
    ['answers', 'large', 'unknown'],
    ['answers', 'tiny', 'unknown'],
    ['reranker', 'ranker', 'unknown'],
    ['transcription', 'whisper', 'unknown'],
    ['images', 'painter', 'unknown'],
  ])
  expect(questions).toEqual({ state: 'unknown', asked: 0, failed: [], refused: [], model_errors: [], first_word: null })
})

test('questions count with the time to their first word, and their model works; of nobody else’s organisation', async () => {
  const [{ admin, user }, other] = [await seeded(), await seeded()]
  // Agents that need no other words than the question's ask the model once.
  const question = { pipeline: 'chat_ai', llm: 'small' }
  await answered(user, { ...question, query: 'How are you?' })
  await answered(user, { ...question, query: 'And now?' })
  const system = await systemOf(admin)
  expect(system.questions).toMatchObject({ state: 'ok', asked: 2, failed: [], model_errors: [] })
  expect(system.questions.first_word!.half).toBeGreaterThan(0)
  expect(system.questions.first_word!.most).toBeLessThanOrEqual(20_000)
  expect(modelOf(system, 'small')).toMatchObject({ state: 'ok', failed_at: null, code: null, failing_since: null })
  expect(modelOf(system, 'large')).toMatchObject({ state: 'unknown', succeeded_at: null })
  expect((await systemOf(other.admin)).questions.asked).toBe(0)
})

test('a model that fails is red with its code since its first failure, and not well for an hour once it works again', async () => {
  const { admin, user } = await seeded()
  const { mark } = await scripted([{ status: 503, headers: soon }])
  await answered(user, { query: mark, llm: 'large' })
  const since = modelOf(await systemOf(admin), 'large')!.failing_since
  const again = await scripted([{ status: 401 }])
  await answered(user, { query: again.mark, llm: 'large' })

  const failing = await systemOf(admin)
  expect(modelOf(failing, 'large')).toMatchObject({ state: 'error', code: 'service_http_error', failing_since: since })
  expect(failing.questions.model_errors).toEqual(
    expect.arrayContaining([
      { model: 'large', code: 'service_http_error', count: expect.any(Number) as number },
      { model: 'large', code: 'service_unavailable', count: 1 },
    ]),
  )
  expect(failing.questions.failed).toHaveLength(2)

  await answered(user, { query: 'Are you well again?', llm: 'large' })
  expect(modelOf(await systemOf(admin), 'large')).toMatchObject({ state: 'warning', failing_since: null })
})

test('an answer that its reader stops says nothing of the model', async () => {
  const { admin, user } = await seeded()
  const { mark, release } = await scripted([{ say: 'Early' }, { hold: true }, { say: 'Late' }])
  const reader = new StreamReader(await ask(user, { query: mark, pipeline: 'chat_ai', llm: 'small' }))
  const [opening] = await reader.until(isDelta)
  await cancel(user, (opening!.data as { conversation_id: number }).conversation_id)
  await reader.rest()
  await release()
  const system = await systemOf(admin)
  expect(modelOf(system, 'small')).toMatchObject({ state: 'unknown' })
  expect(system.questions).toMatchObject({ asked: 1, failed: [] })
})

test('calls that are refused are counted by code, once their member is answered again', async () => {
  const { admin, user } = await seeded()
  await answered(user, { query: 'One' })
  const refused = await ask(user, { query: 'Two' }, { variables: { QUESTIONS_PER_MINUTE: '1' } })
  expect((await refusalOf(refused)).code).toBe('rate_limited')
  await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: 'forbidden' } })
  await ask(user, { query: 'forbidden' })
  await answered(user, { query: 'Three' })
  expect((await systemOf(admin)).questions.refused).toEqual(
    expect.arrayContaining([
      { code: 'rate_limited', count: 1 },
      { code: 'blocked_keyword', count: 1 },
    ]),
  )
})

test('a model that a job needs is known from the job', async () => {
  const { admin, user } = await seeded()
  const { id } = await uploaded(user, new File(['ID3\u0003\0\0'], 'talk.mp3'))
  await deliver({ kind: 'process_file', file_id: id }, { variables: { TRANSCRIPTION_MODEL: 'deaf' } })
  const system = await systemOf(admin, { TRANSCRIPTION_MODEL: 'deaf' })
  expect(modelOf(system, 'deaf', 'transcription')).toMatchObject({ state: 'error', code: 'service_http_error' })
})

test('files that wait, and files that failed, are counted: the own organisation’s', async () => {
  const { admin, organization } = await seeded()
  const other = await seedOrganization('Other', [])
  const file = { organizationId: organization.id, groupId: organization.groupId }
  await seedFile({ ...file, name: 'waits.pdf', status: 'pending' })
  await seedFile({ ...file, name: 'failed.pdf', status: 'failed' })
  await seedFile({ organizationId: other.id, groupId: other.groupId, name: 'theirs.pdf', status: 'failed' })
  const { processing } = await systemOf(admin)
  expect(processing).toMatchObject({ state: 'warning', waiting: 1, failed: 1 })
  await env.DB.prepare("UPDATE files SET updated_at = '2026-01-01T00:00:00.000Z' WHERE name = 'waits.pdf'").run()
  expect((await systemOf(admin)).processing).toMatchObject({ state: 'error', oldest_at: '2026-01-01T00:00:00.000Z' })
})

test('the hourly work says when it has ended', async () => {
  const { admin } = await seeded()
  const before = new Date().toISOString()
  await sweep({ ...env, JOBS: heldQueue().JOBS })
  const { processing } = await systemOf(admin)
  expect(processing.swept_at! >= before).toBe(true)
})

test('stores have their bytes and what they may have; a quota is the files’ limit', async () => {
  const { admin, user } = await seeded()
  await uploaded(user, new File(['ten bytes.'], 'ten.txt'))
  const quota = { metric_name: 'stored_bytes', time_bucket_type: 'month', quota: 11 }
  await admin('/v1/quotas', { method: 'PUT', json: quota })
  const { stores } = await systemOf(admin)
  expect(stores).toMatchObject([
    { name: 'files', bytes: 10, limit: 11, state: 'warning' },
    { name: 'directory', state: 'ok' },
    { name: 'audits', state: 'ok' },
  ])
  expect(stores[1]!.bytes).toBeGreaterThan(10_000)
  expect(stores[2]!.bytes).toBeGreaterThan(10_000)
})

test('what is broken for all is told by its name, and nothing secret', async () => {
  const { admin } = await seeded()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90_000 })
  const system = await systemOf(await signedIn(`admin@system-${organizations}.example`), { VISION_MODEL: 'none' })
  expect(system.broken).toEqual(expect.arrayContaining([{ name: 'vision', ok: false, code: 'misconfigured' }]))
  expect(JSON.stringify(system)).not.toMatch(/https?:|key-of-the-tests|secret of the tests/)
  expect(admin).toBeDefined()
})
