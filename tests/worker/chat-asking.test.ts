import { describe, expect, test } from 'vitest'
import { agentTypes, type ChatSettings } from '~/contract/chat.ts'
import { answered, answerEntryOf, ask, cancel, entriesOf, follow, refusalOf } from './harness/asking.ts'
import { seedFile, seedOrganization, signedIn } from './harness/callers.ts'
import { queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { answerOf, eventsOf, isDelta, scripted, StreamReader } from './harness/streams.ts'

const megabyte = 1024 * 1024
const { organization, hanako, taro } = await seedMembers('asking.example', { hanako: 'user', taro: 'user' })
const other = await seedOrganization('Other', [{ email: 'jiro@other.example' }])

const file = (overrides: Partial<Parameters<typeof seedFile>[0]> = {}) =>
  seedFile({ organizationId: organization.id, groupId: organization.groupId, name: 'rules.txt', ...overrides })

const questionsStored = async () =>
  (await queryMember<{ number: number }>('hanako@asking.example', 'SELECT count(*) AS number FROM entries'))[0]!.number

test('the settings list the default agent and model first, all agents and the limits', async () => {
  const settings = (await (await hanako('/web/v1/chat/settings')).json()) as ChatSettings
  expect(settings.pipelines[0]).toEqual({ name: 'auto_ai', default: true, available: true })
  expect(settings.pipelines.map(({ name }) => name)).toEqual(agentTypes)
  expect(settings.models.map(({ name }) => name)).toEqual(['adaptive', 'small', 'large', 'tiny'])
  expect(settings.limits).toEqual({
    files_per_message: 10,
    file_bytes: 100 * megabyte,
    total_file_bytes: 100 * megabyte,
  })
})

describe('refused and stored nowhere is', () => {
  const refused = async (question: object) => {
    const before = await questionsStored()
    const refusal = await refusalOf(ask(hanako, question))
    expect(await questionsStored()).toBe(before)
    return refusal
  }

  test('a question of blanks', async () => {
    expect(await refused({ query: ' \n　' })).toMatchObject({ status: 400, code: 'empty_question' })
  })
  test('a file agent without a file', async () => {
    expect(await refused({ query: 'x', pipeline: 'analysis_ai' })).toMatchObject({
      status: 400,
      code: 'no_files_selected',
    })
    expect(await refused({ query: 'x', pipeline: 'compliance_review_ai' })).toMatchObject({ code: 'no_files_selected' })
  })
  test('a model that is not configured', async () => {
    expect(await refused({ query: 'x', llm: 'huge' })).toMatchObject({ status: 400, code: 'unavailable_llm_model' })
  })
  test('more files than a message may carry', async () => {
    const files = Array.from({ length: 11 }, (_, index) => index + 1)
    expect(await refused({ query: 'x', files })).toMatchObject({ status: 400, code: 'max_files_exceeded' })
  })
  test('a file that is too large, and files that are so together', async () => {
    expect(await refused({ query: 'x', files: [await file({ size: 101 * megabyte })] })).toMatchObject({
      code: 'file_too_large',
    })
    const files = [await file({ size: 60 * megabyte }), await file({ size: 60 * megabyte })]
    expect(await refused({ query: 'x', files })).toMatchObject({ code: 'total_size_exceeded' })
  })
  test('a file that is not processed', async () => {
    expect(await refused({ query: 'x', files: [await file({ status: 'pending' })] })).toMatchObject({
      status: 409,
      code: 'wrong_file_status',
    })
  })
  test("another's file, with the same words as one that never existed", async () => {
    const taros = await file({ groupId: organization.users[1]!.privateGroupId })
    const foreign = await file({ organizationId: other.id, groupId: other.groupId })
    for (const id of [999_999, taros, foreign])
      expect(await refused({ query: 'x', files: [id] })).toMatchObject({
        status: 404,
        code: 'does_not_exist',
        info: { entity: 'file', id },
      })
  })
})

describe('limits', () => {
  test('of questions in a minute say after how many seconds the next one fits', async () => {
    await seedOrganization('Quick', [{ email: 'quick@quick.example' }])
    const quick = await signedIn('quick@quick.example')
    const variables = { QUESTIONS_PER_MINUTE: '2' }
    await answered(quick, { query: 'one' }, { variables })
    await answered(quick, { query: 'two' }, { variables })
    const response = await ask(quick, { query: 'three' }, { variables })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50)
    const refusal = await refusalOf(response)
    expect(refusal).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(refusal.info?.retry_after).toBeLessThanOrEqual(60)
  })

  test('of running answers hold for questions at the same moment too', async () => {
    await seedOrganization('Many', [{ email: 'many@many.example' }])
    const many = await signedIn('many@many.example')
    const { mark, release } = await scripted([{ hold: true }, { say: 'Late' }])
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => ask(many, { query: mark }, { variables: { RUNNING_ANSWERS: '3' } })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    await release()
    await Promise.all(responses.filter(({ ok }) => ok).map(eventsOf))
  })
})

describe('in a conversation', () => {
  test('the model is told what was said before, without the old citations', async () => {
    const first = await scripted([{ say: 'It is 300 yen [:&1].' }])
    const { conversationId } = await answered(hanako, { query: `How much? ${first.mark}` })
    const second = await scripted([{ say: 'Since 2020.' }])
    await answered(hanako, { query: `Since when? ${second.mark}` }, { id: conversationId })
    const messages = (await second.calls())[0]?.messages
    expect(messages?.slice(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(messages?.[2]?.content).toBe('It is 300 yen.')
    expect(await entriesOf(hanako, conversationId)).toHaveLength(4)
  })

  test('of thousands of turns the model is told the latest thousand', async () => {
    const { conversationId } = await answered(hanako, { query: 'Turn 0' })
    await queryMember(
      'hanako@asking.example',
      `WITH RECURSIVE turn(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM turn WHERE number < 2400)
       INSERT INTO entries (conversation_id, kind, text, agent, question_id, status, created_at)
       SELECT ?1, kind, iif(kind = 'question', 'Turn ' || number, 'Yes'), 'chat_ai',
              iif(kind = 'answer', (SELECT max(id) FROM entries) + 2 * number - 1, NULL), 'done', '2026-01-01T00:00:00.000Z'
       FROM turn, (SELECT 'question' AS kind UNION ALL SELECT 'answer') ORDER BY number, kind DESC`,
      conversationId,
    )
    const { mark, calls } = await scripted([{ say: 'Yes.' }])
    await answered(hanako, { query: mark }, { id: conversationId })
    const said = (await calls())[0]!.messages.slice(1)
    expect(said).toHaveLength(2 * 1000 + 1)
    expect(said[0]?.content).toBe('Turn 1401')
    expect(said[1998]?.content).toBe('Turn 2400')
  })

  test('a second question is refused while an answer runs', async () => {
    const { mark, release } = await scripted([{ say: 'Slow' }, { hold: true }])
    const stream = new StreamReader(await ask(hanako, { query: mark }))
    const { conversationId: id } = answerOf(await stream.until(isDelta))
    expect(await refusalOf(ask(hanako, { query: 'And?' }, { id }))).toMatchObject({
      status: 409,
      code: 'invalid_conversation',
    })
    await release()
    await stream.rest()
    expect(await entriesOf(hanako, id)).toHaveLength(2)
  })

  test('of two questions at the same moment one is asked', async () => {
    const { conversationId: id } = await answered(hanako, { query: 'Hello' })
    const { mark, release } = await scripted([{ hold: true }, { say: 'Once' }])
    const responses = await Promise.all([ask(hanako, { query: mark }, { id }), ask(hanako, { query: mark }, { id })])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await release()
    await Promise.all(responses.filter(({ ok }) => ok).map(eventsOf))
    expect(await entriesOf(hanako, id)).toHaveLength(4)
  })

  test('the last question can be asked anew, in place of it and its answer', async () => {
    const { conversationId: id, promptId, entryId } = await answered(hanako, { query: 'Frist' })
    const again = { query: 'First', overwrite_prompt_id: promptId, overwrite_assistant_id: entryId }
    await answered(hanako, again, { id })
    const entries = await entriesOf(hanako, id)
    expect(entries.map(({ content }) => ('user_prompt' in content ? content.user_prompt : 'answer'))).toEqual([
      'First',
      'answer',
    ])
    expect(await refusalOf(ask(hanako, again, { id }))).toMatchObject({ status: 409, code: 'invalid_conversation' })
    expect(await refusalOf(ask(hanako, again))).toMatchObject({ status: 409, code: 'invalid_conversation' })
  })

  test('asking anew while the answer runs ends that first', async () => {
    const { mark, hungUp } = await scripted([{ say: 'Slow' }, { hold: true }])
    const stream = new StreamReader(await ask(hanako, { query: mark }))
    const { conversationId: id, promptId } = answerOf(await stream.until(isDelta))
    const { id: entryId } = (await entriesOf(hanako, id)).at(-1)!
    const { text } = await answered(
      hanako,
      { query: 'Quick', overwrite_prompt_id: promptId, overwrite_assistant_id: entryId },
      { id },
    )
    expect(text).toBe('A short answer.')
    expect(answerOf(await stream.rest())).toMatchObject({ error: 'request_aborted_user', entryId })
    await hungUp()
    expect(await entriesOf(hanako, id)).toHaveLength(2)
  })

  test("another's question, cancel or look is answered as if there were no conversation", async () => {
    const { conversationId: id, entryId } = await answered(hanako, { query: 'Mine' })
    const never = 999_999
    const calls = (target: number): Promise<Response>[] => [
      ask(taro, { query: 'x' }, { id: target }),
      follow(taro, target),
      cancel(taro, target),
      taro(`/web/v1/chat/${target}/stream?entry_id=${entryId}`),
    ]
    const forMine = await Promise.all(calls(id).map(refusalOf))
    const forNone = await Promise.all(calls(never).map(refusalOf))
    expect(forMine).toEqual(forNone)
    expect(forNone[0]).toMatchObject({ status: 404, code: 'does_not_exist', info: { entity: 'conversation' } })
    expect(await answerEntryOf(hanako, id)).toMatchObject({ status: 'done' })
  })
})

describe('a repeated question with the same Idempotency-Key', () => {
  test('streams the same answer from its first event', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const { mark, release, calls } = await scripted([{ say: 'Once' }, { hold: true }, { say: '.' }])
    const stream = new StreamReader(await ask(hanako, { query: mark }, { headers }))
    const begun = await stream.until(isDelta)
    const repeated = new StreamReader(await ask(hanako, { query: mark }, { headers }))
    await release()
    const whole = [...begun, ...(await stream.rest())]
    expect(await repeated.rest()).toEqual(whole)
    expect(await eventsOf(await ask(hanako, { query: mark }, { headers }))).toEqual(whole)
    expect(await calls()).toHaveLength(1)
  })

  test('is refused when it is another question', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await answered(hanako, { query: 'one' }, { headers })
    expect(await refusalOf(ask(hanako, { query: 'two' }, { headers }))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
  })
})
