import { createOpenAI } from '@ai-sdk/openai'
import { generateText, streamText } from 'ai'
import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import OpenAI, { APIError } from 'openai'
import { describe, expect, test } from 'vitest'
import { indexFile } from '~/provider/search/index-file.ts'
import { makeKey } from './harness/api-keys.ts'
import { entriesOf } from './harness/asking.ts'
import { type Call, type Caller, seedFile } from './harness/callers.ts'
import { memberObjectOf, queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

const { organization, hanako, admin } = await seedMembers('openai.example', { hanako: 'user', admin: 'admin' })
const key = await makeKey(hanako, { scopes: ['ask'] })
const email = 'hanako@openai.example'

/** The client of the package, over the calls of the tests. */
const clientOf = (call: Caller) =>
  new OpenAI({ apiKey: key.secret, baseURL: 'http://provider.test/v1', fetch: through(call), maxRetries: 0 })

const through =
  (call: Caller): typeof fetch =>
  (input, init) =>
    call(new URL(String(input)).pathname, {
      ...init,
      variables: { QUESTIONS_PER_MINUTE: '1000', RUNNING_ANSWERS: '1000', API_KEY_CALLS_PER_MINUTE: '1000' },
    } as Call)

const client = clientOf(key.call)

async function gathered<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

const groupId = organization.groupId
const brick = await seedFile({ organizationId: organization.id, groupId, name: 'brick.txt' })
await indexFile(env, { id: brick, group_id: groupId, name: 'brick.txt' }, [
  { page: 1, text: 'The brickworks opened in 1902.' },
])

const listed = async () =>
  (await (await hanako('/web/v1/conversations')).json<{ data: { id: number; title: string }[] }>()).data
const cited = async () => scripted([{ say: 'In 1902 🧱 [:' }, { say: '&1].' }])
const source = {
  url: `http://provider.test/files?preview=${brick}&preview_page=1`,
  title: 'brick.txt, p. 1',
  start_index: 10,
  end_index: 13,
}

test('agents are models', async () => {
  const { data } = await client.models.list()
  expect(data.map(({ id }) => id)).toContain('search_ai')
  const agents = await (await admin('/web/v1/agents')).json<{ id: number; type: string }[]>()
  const { id } = agents.find(({ type }) => type === 'search_ai')!
  expect((await admin(`/web/v1/agents/${id}`, { method: 'PATCH', json: { enabled: false } })).status).toBe(200)
  expect((await client.models.list()).data.map(({ id }) => id)).not.toContain('search_ai')
})

describe('a chat completion', () => {
  const ask = (content: string) => ({
    model: 'chat_ai',
    messages: [{ role: 'user' as const, content: `When did the brickworks open? ${content}` }],
  })

  test('comes whole, with its sources as annotations', async () => {
    const { mark } = await cited()
    const completion = await client.chat.completions.create(ask(mark))
    expect(completion.choices[0]!.message).toMatchObject({
      content: 'In 1902 🧱 [1].',
      annotations: [{ type: 'url_citation', url_citation: source }],
    })
    expect(completion.usage!.completion_tokens).toBeGreaterThan(0)
  })

  test('is streamed, and no half of a marker is ever said', async () => {
    const { mark } = await cited()
    const stream = await client.chat.completions.create({
      ...ask(mark),
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks = await gathered(stream)
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta as Record<string, unknown>))
    expect(deltas.map(({ content }) => content ?? '').join('')).toBe('In 1902 🧱 [1].')
    expect(deltas.some(({ content }) => String(content).includes(':'))).toBe(false)
    expect(deltas.find(({ annotations }) => annotations)).toEqual({
      annotations: [{ type: 'url_citation', url_citation: source }],
    })
    expect(chunks.at(-1)!.usage!.total_tokens).toBeGreaterThan(0)
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
  })

  test('has what was said before, and the rules of its caller, and leaves no conversation', async () => {
    const { mark, calls } = await scripted([{ say: 'Blue' }])
    const before = await listed()
    await client.chat.completions.create({
      model: 'chat_ai',
      messages: [
        { role: 'system', content: 'Answer in one word.' },
        { role: 'user', content: 'The sky?' },
        { role: 'assistant', content: 'Grey' },
        { role: 'user', content: [{ type: 'text', text: `And in summer? ${mark}` }] },
      ],
    })
    const said = (await calls())[0]!.messages
    expect(said.filter(({ role }) => role !== 'system').map(({ content }) => content.split('\n').at(-1))).toEqual([
      'Answer in one word.',
      'The sky?',
      'Grey',
      `And in summer? ${mark}`,
    ])
    expect(await listed()).toEqual(before)
    const found = await hanako('/web/v1/conversations/search?q=summer')
    expect((await found.json<{ data: unknown[] }>()).data).toEqual([])
  })

  test('whose conversation is not kept is gone an hour later', async () => {
    const { mark } = await scripted([{ say: 'Yes' }])
    const { id } = await client.chat.completions.create(ask(mark))
    const conversation = Number(id.split('-')[1])
    const rows = () => queryMember(email, 'SELECT id FROM conversations WHERE id = ?', conversation)
    expect(await rows()).toHaveLength(1)
    for (const table of ['conversations', 'entries']) {
      await queryMember(email, `UPDATE ${table} SET updated_at = '2026-01-01T00:00:00.000Z'`)
    }
    expect(await runDurableObjectAlarm(await memberObjectOf(email))).toBe(true)
    expect(await rows()).toEqual([])
  })

  test('is kept where its caller wants it, with what was said before', async () => {
    const { mark } = await scripted([{ say: 'Blue' }])
    const { id } = await client.chat.completions.create({
      model: 'chat_ai',
      store: true,
      messages: [
        { role: 'user', content: 'The sky?' },
        { role: 'assistant', content: 'Grey' },
        { role: 'user', content: `And in summer? ${mark}` },
      ],
    })
    const conversation = Number(id.split('-')[1])
    expect((await listed()).map((one) => one.id)).toContain(conversation)
    expect(await entriesOf(hanako, conversation)).toHaveLength(4)
  })

  test('is refused with the code of the catalogue, in the form that the client reads', async () => {
    const refused = (body: object) =>
      client.chat.completions.create(body as OpenAI.ChatCompletionCreateParamsNonStreaming).then(
        () => 'done',
        (error: unknown) => (error instanceof APIError ? [error.status, error.code, error.type] : error),
      )
    const question = ask('Why?')
    expect(await refused({ ...question, model: 'gpt-9' })).toEqual([400, 'unavailable_agent', 'invalid_request_error'])
    const tools = [{ type: 'function', function: { name: 'look', parameters: {} } }]
    expect(await refused({ ...question, tools })).toEqual([400, 'invalid_request', 'invalid_request_error'])
    expect(await refused({ ...question, messages: [{ role: 'assistant', content: 'Yes' }] })).toEqual([
      400,
      'invalid_request',
      'invalid_request_error',
    ])
    const files = {
      role: 'user',
      content: [
        { type: 'file', file: { file_id: '99999' } },
        { type: 'text', text: 'x' },
      ],
    }
    expect(await refused({ ...question, messages: [files] })).toEqual([404, 'does_not_exist', 'invalid_request_error'])
  })

  test('is refused for a blocked keyword wherever it stands', async () => {
    await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: 'Projekt Falke' } })
    const { mark } = await scripted([{ say: 'Yes' }])
    for (const role of ['system', 'user', 'assistant'] as const) {
      const hidden = { role, content: 'About Projekt Falke.' }
      const asked = client.chat.completions.create({ ...ask(mark), messages: [hidden, ...ask(mark).messages] })
      await expect(asked).rejects.toMatchObject({ code: 'blocked_keyword' })
    }
  })

  test('that fails while it is streamed ends with the error', async () => {
    const { mark } = await scripted([{ say: 'So far' }, { reset: true }])
    const stream = await client.chat.completions.create({ ...ask(mark), stream: true })
    await expect(gathered(stream)).rejects.toBeInstanceOf(APIError)
  })
})

describe('a response', () => {
  test('is streamed with its sources, and the next is asked in its conversation', async () => {
    const { mark } = await cited()
    const stream = await client.responses.create({
      model: 'chat_ai',
      input: `When did the brickworks open? ${mark}`,
      stream: true,
    })
    const events = await gathered(stream)
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
    const last = events.at(-1)!
    if (last.type !== 'response.completed') throw new Error(last.type)
    const [message] = last.response.output
    expect(message).toMatchObject({
      content: [{ text: 'In 1902 🧱 [1].', annotations: [{ type: 'url_citation', ...source }] }],
    })

    const next = await scripted([{ say: 'By the river' }])
    const previous = { previous_response_id: last.response.id }
    const answer = await client.responses.create({ model: 'chat_ai', input: `Where? ${next.mark}`, ...previous })
    expect(answer.output_text).toBe('By the river')
    const conversation = Number(answer.id.split('_')[1])
    expect(await entriesOf(hanako, conversation)).toHaveLength(4)
    const late = client.responses.create({ model: 'chat_ai', input: 'And then?', ...previous })
    await expect(late).rejects.toMatchObject({ status: 409, code: 'invalid_conversation' })
  })

  test('leaves no conversation where its caller says so', async () => {
    const { mark } = await scripted([{ say: 'Yes' }])
    const before = await listed()
    await client.responses.create({ model: 'chat_ai', input: mark, instructions: 'Be short.', store: false })
    expect(await listed()).toEqual(before)
  })
})

test('the AI SDK reads both, whole and streamed, with their sources', async () => {
  const provider = createOpenAI({ apiKey: key.secret, baseURL: 'http://provider.test/v1', fetch: through(key.call) })
  for (const model of [provider.chat('chat_ai'), provider.responses('chat_ai')]) {
    const { mark } = await scripted([{ say: 'In 1902 [:&1].' }], [{ say: 'In 1902 [:&1].' }])
    const prompt = `When did the brickworks open? ${mark}`
    const whole = await generateText({ model, prompt })
    expect(whole.text).toBe('In 1902 [1].')
    expect(whole.sources).toMatchObject([{ sourceType: 'url', url: source.url, title: source.title }])
    const streamed = streamText({ model, prompt })
    expect(await streamed.text).toBe('In 1902 [1].')
    expect(await streamed.sources).toMatchObject([{ sourceType: 'url', url: source.url }])
  }
})

test('a key that may not ask is no key for it', async () => {
  const reader = await makeKey(hanako, { scopes: ['files:read'] })
  await expect(clientOf(reader.call).models.list()).rejects.toMatchObject({ status: 403 })
})
