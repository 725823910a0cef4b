import { describe, expect, test } from 'vitest'
import type { Conversation } from '~/contract/conversations.ts'
import { answered, ask, entriesOf, refusalOf } from './harness/asking.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'
import { queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { isDelta, scripted, StreamReader } from './harness/streams.ts'

const { hanako, taro, admin } = await seedMembers('branches.example', { hanako: 'user', taro: 'user', admin: 'admin' })

const branchFrom = (caller: Caller, id: number, entryId: number, headers: Record<string, string> = {}) =>
  caller(`/v1/conversations/${id}/branch`, { method: 'POST', json: { entry_id: entryId }, headers })

const branched = async (id: number, entryId: number) =>
  (await (await branchFrom(hanako, id, entryId)).json()) as Conversation

/** What was said, in order. */
const said = async (id: number) =>
  (await entriesOf(hanako, id)).map(({ content }) =>
    content.version === 1 ? content.user_prompt : `${content.response} (${content.status})`,
  )

test('holds the messages before the question, in order, under its own ids; the old one stays as it is', async () => {
  const one = await answered(hanako, { query: 'One', pipeline: 'chat_ai', llm: 'large' })
  const { conversationId: id } = one
  await answered(hanako, { query: 'Two' }, { id })
  const three = await answered(hanako, { query: 'Three' }, { id })
  const before = await entriesOf(hanako, id)

  const branch = await branched(id, three.promptId)
  expect(branch).toMatchObject({ title: 'One (branch)', favorite: false })
  expect(branch.id).not.toBe(id)
  expect(await said(branch.id)).toEqual(['One', 'A short answer. (done)', 'Two', 'A short answer. (done)'])
  const [question, answer] = await entriesOf(hanako, branch.id)
  expect(question).toEqual({ ...before[0], id: question?.id })
  expect(answer).toEqual({ ...before[1], id: answer?.id })
  expect(await entriesOf(hanako, id)).toEqual(before)
})

test('can be gone on with: the model is told what was said before, and the last question can be asked anew', async () => {
  const { conversationId: id } = await answered(hanako, { query: 'First' })
  const second = await answered(hanako, { query: 'Second' }, { id })
  const branch = await branched(id, second.promptId)
  const { mark, calls } = await scripted([{ say: 'Other.' }])
  await answered(hanako, { query: `Another second ${mark}` }, { id: branch.id })
  expect((await calls())[0]?.messages.slice(1).map(({ content }) => content)).toEqual([
    'First',
    'A short answer.',
    expect.stringContaining('Another second'),
  ])
  const [prompt, answer] = (await entriesOf(hanako, branch.id)).slice(-2)
  const again = { query: 'A third', overwrite_prompt_id: prompt?.id, overwrite_assistant_id: answer?.id }
  await answered(hanako, again, { id: branch.id })
  expect(await said(branch.id)).toEqual(['First', 'A short answer. (done)', 'A third', 'A short answer. (done)'])
  expect(await said(id)).toEqual(['First', 'A short answer. (done)', 'Second', 'A short answer. (done)'])
})

test('the copied answers can be overwritten too, as the last ones of the branch', async () => {
  const { conversationId: id } = await answered(hanako, { query: 'Keep' })
  const next = await answered(hanako, { query: 'Next' }, { id })
  const branch = await branched(id, next.promptId)
  const [prompt, answer] = await entriesOf(hanako, branch.id)
  const again = { query: 'Kept anew', overwrite_prompt_id: prompt?.id, overwrite_assistant_id: answer?.id }
  await answered(hanako, again, { id: branch.id })
  expect(await said(branch.id)).toEqual(['Kept anew', 'A short answer. (done)'])
})

test('from the first question is empty', async () => {
  const { conversationId: id, promptId } = await answered(hanako, { query: 'Only one' })
  const branch = await branched(id, promptId)
  expect(await said(branch.id)).toEqual([])
})

test('from the question of a running answer leaves the answer to its conversation, where it goes on', async () => {
  const { conversationId: id } = await answered(hanako, { query: 'Quick' })
  const { mark, release } = await scripted([{ say: 'Slow' }, { hold: true }, { say: ' but sure.' }])
  const stream = new StreamReader(await ask(hanako, { query: mark }, { id }))
  await stream.until(isDelta)
  const prompt = (await entriesOf(hanako, id)).at(-2)!
  const branch = await branched(id, prompt.id)
  expect(await said(branch.id)).toEqual(['Quick', 'A short answer. (done)'])
  await release()
  await stream.rest()
  expect(await said(id)).toContain('Slow but sure. (done)')
})

test('counts neither opinions nor tokens a second time', async () => {
  const { conversationId: id, entryId } = await answered(hanako, { query: 'Rated' })
  await hanako(`/web/v1/conversations/${id}/entries/${entryId}/feedback?value=good`, { method: 'PATCH' })
  const next = await answered(hanako, { query: 'Next' }, { id })
  const branch = await branched(id, next.promptId)
  const [copy] = await queryMember(
    'hanako@branches.example',
    "SELECT feedback, input_tokens, output_tokens FROM entries WHERE conversation_id = ? AND kind = 'answer'",
    branch.id,
  )
  expect(copy).toEqual({ feedback: null, input_tokens: null, output_tokens: null })
})

describe('is refused', () => {
  test('for the conversation of somebody else, as for one that does not exist', async () => {
    const { conversationId: id, promptId } = await answered(hanako, { query: 'Private' })
    for (const caller of [taro, admin]) {
      const hers = await refusalOf(branchFrom(caller, id, promptId))
      expect(hers).toEqual(await refusalOf(branchFrom(caller, 999_999, promptId)))
      expect(hers).toMatchObject({ status: 404, code: 'does_not_exist', info: { entity: 'conversation' } })
    }
  })

  test('from an answer, from the question of another conversation and from none', async () => {
    const one = await answered(hanako, { query: 'One' })
    const two = await answered(hanako, { query: 'Two' })
    for (const entryId of [one.entryId, two.promptId, 999_999]) {
      expect(await refusalOf(branchFrom(hanako, one.conversationId, entryId))).toMatchObject({
        status: 404,
        code: 'does_not_exist',
        info: { entity: 'entry' },
      })
    }
    expect(await refusalOf(branchFrom(hanako, one.conversationId, -1))).toMatchObject({ status: 400 })
  })
})

test('a repetition with the same Idempotency-Key makes no second one', async () => {
  const { conversationId: id, promptId } = await answered(hanako, { query: 'Once' })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await (await branchFrom(hanako, id, promptId, headers)).json()
  expect(await (await branchFrom(hanako, id, promptId, headers)).json()).toEqual(first)
})

describe('the rate', () => {
  /** A member of a new organisation, with one conversation. */
  async function newcomer(name: string) {
    await seedOrganization(name, [{ email: `${name}@branches.example` }])
    const caller = await signedIn(`${name}@branches.example`)
    const { conversationId, promptId } = await answered(caller, { query: 'Whence' })
    const branch = (headers: Record<string, string> = {}) =>
      caller(`/v1/conversations/${conversationId}/branch`, {
        method: 'POST',
        json: { entry_id: promptId },
        headers,
        variables: { QUESTIONS_PER_MINUTE: '4' },
      })
    const age = (seconds: number) =>
      queryMember(
        `${name}@branches.example`,
        "UPDATE conversations SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)",
        `-${seconds} seconds`,
      )
    return { branch, age }
  }

  test('counts with the questions that begin conversations; one more is refused and says when it fits', async () => {
    const { branch, age } = await newcomer('hasty')
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = (await (await branch(headers)).json()) as Conversation
    for (let more = 0; more < 2; more++) expect((await branch()).status).toBe(200)
    await age(20)
    const refusal = await refusalOf(branch())
    expect(refusal).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Math.round(refusal.info!.retry_after! / 10)).toBe(4)
    // What was done already may be asked for again.
    expect(await (await branch(headers)).json()).toMatchObject({ id: first.id })
    await age(61)
    expect((await branch()).status).toBe(200)
  })

  test('holds for branches at the same moment', async () => {
    const { branch } = await newcomer('many-at-once')
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await branch()).status))
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
  })
})

test('a long title keeps room for its suffix', async () => {
  const { conversationId: id, promptId } = await answered(hanako, { query: 'Long' })
  await hanako(`/v1/conversations/${id}`, { method: 'PUT', json: { title: 'x'.repeat(500) } })
  const { title } = await branched(id, promptId)
  expect(title).toMatch(/^x+ \(branch\)$/)
  expect(title.length).toBeLessThanOrEqual(500)
})
