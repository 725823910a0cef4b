import { abortAllDurableObjects, runDurableObjectAlarm } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OrganizationObject } from '~/provider/organization/organization-object.ts'
import { answerEntryOf, answered, ask, cancel, follow } from './harness/asking.ts'
import { auditsOf, execute, latestAudit, problems } from './harness/audits.ts'
import { memberObjectOf, queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { answerOf, eventsOf, isDelta, scripted, StreamReader } from './harness/streams.ts'

const { organization, admin, hanako } = await seedMembers('requests.test', { admin: 'admin', hanako: 'user' })
const [, user] = organization.users
const email = 'hanako@requests.test'

afterEach(() => vi.restoreAllMocks())

/** Asks a question whose answer stops after its first words. */
async function askHeld() {
  const { mark, release } = await scripted([{ say: 'So far' }, { hold: true }, { say: ' and on' }])
  const stream = new StreamReader(await ask(hanako, { query: mark }))
  const events = await stream.until(isDelta)
  const id = events.flatMap(({ data }) => ('conversation_id' in data ? [data.conversation_id] : []))[0]!
  return { id, mark, stream, release }
}

const ofConversation = (id: number) => auditsOf(admin, `?conversation_id=${id}`)

/** As if the Worker had died while it answered. */
const die = () => abortAllDurableObjects()

test('an answer leaves one audit, with the tokens that the model reported, and its stream says which', async () => {
  const { mark } = await scripted([{ say: 'Forty' }, { say: '-two' }])
  const events = await eventsOf(await ask(hanako, { query: mark, pipeline: 'chat_ai' }))
  const audit = await latestAudit(admin)
  expect(audit).toMatchObject({
    user_id: user!.id,
    user_email: 'hanako@requests.test',
    status: 'completed',
    error_code: null,
    pipeline: 'chat_ai',
    model: 'small',
    // As the models server counts: a token each step.
    input_tokens: 12,
    output_tokens: 2,
    question: mark,
    answer: 'Forty-two',
  })
  expect(audit.execution_time).toBeGreaterThan(0)
  expect(await ofConversation(audit.conversation_id!)).toHaveLength(1)
  const told = events.flatMap(({ data }) => ('info' in data ? [data.info.audit_id] : []))
  expect([told[0], told.at(-1)]).toEqual([null, audit.id])
})

test('the built-in answerer takes no tokens', async () => {
  const { conversationId } = await answered(hanako, { query: 'Anything?' }, { variables: { OPENAI_MODELS: '' } })
  expect(await latestAudit(admin, `?conversation_id=${conversationId}`)).toMatchObject({
    model: 'builtin',
    input_tokens: 0,
    output_tokens: 0,
  })
})

test('one that its user stops is cancelled, with the text so far, and without tokens that no model reported', async () => {
  const { id } = await askHeld()
  await cancel(hanako, id)
  await expect.poll(() => ofConversation(id)).toHaveLength(1)
  expect(await latestAudit(admin, `?conversation_id=${id}`)).toMatchObject({
    status: 'cancelled',
    answer: 'So far',
    model: 'small',
    input_tokens: null,
    output_tokens: null,
  })
  expect(await ofConversation(id)).toHaveLength(1)
})

test('one whose model fails is failed, with its code', async () => {
  const { mark } = await scripted([{ say: 'Half' }, { end: true }])
  const { conversationId } = await answered(hanako, { query: mark })
  expect(await latestAudit(admin, `?conversation_id=${conversationId}`)).toMatchObject({
    status: 'failed',
    error_code: 'service_http_error',
    answer: 'Half',
  })
})

test('one whose conversation is deleted while it runs is cancelled; its audit stays, and nothing else', async () => {
  const { id, mark } = await askHeld()
  expect((await hanako(`/v1/conversations/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await latestAudit(admin, `?conversation_id=${id}`)).toMatchObject({
    status: 'cancelled',
    question: mark,
    answer: 'So far',
  })
  expect(await ofConversation(id)).toHaveLength(1)
})

test('one that is overwritten while it runs is cancelled, and the other has its own', async () => {
  const { id, mark } = await askHeld()
  const [latest] = await queryMember<{ id: number; question_id: number }>(
    email,
    "SELECT id, question_id FROM entries WHERE conversation_id = ? AND kind = 'answer'",
    id,
  )
  const { mark: next } = await scripted([{ say: 'Anew' }])
  const overwrite = { overwrite_prompt_id: latest?.question_id, overwrite_assistant_id: latest?.id }
  await answered(hanako, { query: next, ...overwrite }, { id })
  const [second, first] = await ofConversation(id)
  expect([first?.status, second?.status]).toEqual(['cancelled', 'completed'])
  expect(await (await admin(`/v1/audits/${first?.id}`)).json()).toMatchObject({ question: mark, answer: 'So far' })
  expect(await ofConversation(id)).toHaveLength(2)
})

test('one whose Worker dies is failed by whoever looks at it, once', async () => {
  const { id } = await askHeld()
  await die()
  await eventsOf(await follow(hanako, id))
  await eventsOf(await follow(hanako, id))
  await runDurableObjectAlarm(await memberObjectOf(email))
  expect((await ofConversation(id)).map(({ status, error_code }) => [status, error_code])).toEqual([
    ['failed', 'answer_interrupted'],
  ])
})

test('one whose Worker dies is failed by its alarm where nobody looks, with its question', async () => {
  const { id, mark } = await askHeld()
  await die()
  await runDurableObjectAlarm(await memberObjectOf(email))
  expect(await latestAudit(admin, `?conversation_id=${id}`)).toMatchObject({
    status: 'failed',
    error_code: 'answer_interrupted',
    question: mark,
    user_id: user!.id,
  })
  expect(await ofConversation(id)).toHaveLength(1)
})

test('a conversation that is deleted before the last events of its answer ends for its readers', async () => {
  vi.spyOn(OrganizationObject.prototype, 'appendRequest').mockImplementation(() =>
    scheduler.wait(1500).then(() => Promise.reject(new Error('away'))),
  )
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { mark } = await scripted([{ say: 'Patience' }])
  const stream = new StreamReader(await ask(hanako, { query: mark }))
  const { conversationId } = answerOf(await stream.until(isDelta))
  await expect.poll(async () => (await answerEntryOf(hanako, conversationId)).status).toBe('done')
  const deletion = hanako(`/v1/conversations/${conversationId}`, { method: 'DELETE' })
  expect((await stream.rest()).at(-1)?.event).toBe('done')
  expect((await deletion).status).toBe(204)
})

describe('while the organisation cannot take an audit', () => {
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    await execute(organization.id, "CREATE TRIGGER busy BEFORE INSERT ON audits BEGIN SELECT RAISE(ABORT, 'busy'); END")
  })
  const available = () => execute(organization.id, 'DROP TRIGGER busy')

  test('the answer is there, and its audit is delivered by the alarm, once', async () => {
    const { mark } = await scripted([{ say: 'Patience' }])
    const { conversationId } = await answered(hanako, { query: mark })
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ response: 'Patience', status: 'done' })
    expect(await ofConversation(conversationId)).toEqual([])
    await available()
    await runDurableObjectAlarm(await memberObjectOf(email))
    expect(await ofConversation(conversationId)).toHaveLength(1)
    await runDurableObjectAlarm(await memberObjectOf(email))
    expect(await ofConversation(conversationId)).toHaveLength(1)
  })

  test('a conversation is deleted, and the audit of its answer is not lost', async () => {
    const { id } = await askHeld()
    await hanako(`/v1/conversations/${id}`, { method: 'DELETE' })
    expect(await ofConversation(id)).toEqual([])
    await available()
    await runDurableObjectAlarm(await memberObjectOf(email))
    expect((await ofConversation(id)).map(({ status }) => status)).toEqual(['cancelled'])
    expect(await queryMember(email, 'SELECT * FROM outbox')).toEqual([])
  })
})

test('a question that a keyword refuses is in the audits before any model sees it, once however often it is repeated', async () => {
  expect((await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: 'Forbidden' } })).status).toBe(200)
  const repeat = { headers: { 'idempotency-key': crypto.randomUUID() } }
  const { mark, calls } = await scripted([{ say: 'Never' }])
  for (let time = 0; time < 2; time++) {
    expect((await ask(hanako, { query: `${mark} is forbidden` }, repeat)).status).toBe(400)
  }
  expect(await latestAudit(admin, `?user_id=${user!.id}`)).toMatchObject({
    status: 'blocked',
    error_code: 'blocked_keyword',
    conversation_id: null,
    question: `${mark} is forbidden`,
    answer: '',
    input_tokens: 0,
  })
  const blocked = (await auditsOf(admin, `?user_id=${user!.id}`)).filter(({ status }) => status === 'blocked')
  expect(blocked).toHaveLength(1)
  expect(await calls()).toEqual([])
  // The same key with another question is another request.
  await ask(hanako, { query: `${mark} is forbidden, too` }, repeat)
  expect((await latestAudit(admin, `?user_id=${user!.id}`)).question).toBe(`${mark} is forbidden, too`)
})

test('an answer that is no longer kept by its object says its audit when it is read again', async () => {
  const { mark } = await scripted([{ say: 'Stored' }])
  const { conversationId, entryId } = await answered(hanako, { query: mark })
  await queryMember(email, 'DELETE FROM events WHERE answer_id = ?', entryId)
  const events = await eventsOf(await follow(hanako, conversationId))
  const [audit] = await ofConversation(conversationId)
  expect(events.flatMap(({ data }) => ('info' in data ? [data.info.audit_id] : []))).toEqual([audit?.id])
})

test('what was asked stays in the audits after its conversations, and its user, are deleted', async () => {
  const before = await auditsOf(admin)
  const query = `?user_id=${user!.id}&organization_id=${organization.id}`
  expect((await hanako(`/v1/conversations${query}`, { method: 'DELETE' })).status).toBe(204)
  expect((await admin(`/v1/users/${user!.id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await auditsOf(admin)).toEqual(before)
  expect(await problems(organization.id)).toEqual([])
})
