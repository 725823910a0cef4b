import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { answered, answerEntryOf } from './asking.ts'
import { type Caller, seedOrganization, signedIn } from './harness.ts'
import { scripted } from './streams.ts'
import type { Take } from '../models-server.ts'

let hanako: Caller

beforeAll(async () => {
  await seedOrganization('Faults', [{ email: 'hanako@faults.example' }])
  hanako = await signedIn('hanako@faults.example')
})

const cases: { name: string; take: Take; text: string; code: string }[] = [
  { name: 'refuses', take: [{ status: 401 }], text: '', code: 'service_http_error' },
  {
    name: 'is overloaded',
    take: [{ status: 503, headers: { 'retry-after-ms': '1' } }],
    text: '',
    code: 'service_unavailable',
  },
  {
    name: 'sends a web page',
    take: [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' }],
    text: '',
    code: 'service_http_error',
  },
  {
    name: 'finds the prompt too long',
    take: [{ status: 400, body: '{"error":{"code":"context_length_exceeded"}}' }],
    text: '*This question, with what belongs to it, is more than this model can read at once.',
    code: 'service_http_error',
  },
  { name: 'breaks off', take: [{ say: 'Half' }, { end: true }], text: 'Half', code: 'service_http_error' },
  {
    name: 'sends half JSON',
    take: [{ say: 'Half' }, { raw: 'data: {"cho\n\n' }],
    text: 'Half',
    code: 'service_http_error',
  },
  {
    name: 'never ends',
    take: Array.from({ length: 6 }, () => ({ say: 'x'.repeat(100_000) })),
    text: 'x'.repeat(400_000),
    code: 'service_http_error',
  },
]

test.each(cases)('an answer whose model $name fails with its code and keeps the text', async ({ take, text, code }) => {
  const { mark } = await scripted(take)
  const streamed = await answered(hanako, { query: mark })
  expect(streamed.error).toBe(code)
  expect(streamed.text.startsWith(text)).toBe(true)
  const stored = await answerEntryOf(hanako, streamed.conversationId)
  expect(stored).toMatchObject({ status: 'failed', error_code: code, response: streamed.text })
})

test('why an answer failed is in the log, without a word of question and answer', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { mark } = await scripted([{ status: 401, body: 'You asked about secret words' }])
  await answered(hanako, { query: `Secret words ${mark}`, pipeline: 'chat_ai' })
  const lines = log.mock.calls.map(([line]) => String(line))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ event: 'answer_failed', code: 'service_http_error' })
  expect(lines[0]).toContain('HttpStatus401')
  expect(lines[0]!.toLowerCase()).not.toContain('secret words')
  log.mockRestore()
})

test('no text of a model can end an event or begin another', async () => {
  const evil = 'a\r\n\r\nevent: done\ndata: {"entry_id":1}\n\nid: 99\u2028b\u2029c\u0000'
  const { mark } = await scripted([{ say: evil }])
  const { text, conversationId, error } = await answered(hanako, { query: mark })
  expect({ text, error }).toEqual({ text: evil, error: undefined })
  expect((await answerEntryOf(hanako, conversationId)).response).toBe(evil)
})

describe('a database that is busy', () => {
  // The trigger stands for SQLITE_BUSY: writes fail until it is gone.
  const busy = "CREATE TRIGGER busy BEFORE UPDATE OF response ON entries BEGIN SELECT RAISE(ABORT, 'busy'); END"
  afterEach(() => vi.restoreAllMocks())

  test('for a moment gets the answer when it is ready again', async () => {
    const wait = vi.spyOn(scheduler, 'wait')
    await env.DB.exec(busy)
    const { mark } = await scripted([{ say: 'Patience' }])
    const answer = answered(hanako, { query: mark })
    await vi.waitUntil(() => wait.mock.calls.some(([pause]) => pause > 0), { interval: 5 })
    await env.DB.exec('DROP TRIGGER busy')
    const { conversationId, error } = await answer
    expect(error).toBeUndefined()
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ response: 'Patience', status: 'done' })
  })

  test('for long does not keep the reader, and gets the answer by the alarm', async () => {
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
    await env.DB.exec(busy)
    const { mark } = await scripted([{ say: 'Patience' }])
    const { conversationId, entryId, text } = await answered(hanako, { query: mark })
    expect(text).toBe('Patience')
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ status: 'streaming' })
    await env.DB.exec('DROP TRIGGER busy')

    expect(await runDurableObjectAlarm(env.ANSWERS.getByName(`answer-${entryId}`))).toBe(true)
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ response: 'Patience', status: 'done' })
    expect(log).toHaveBeenCalledOnce()
    expect(String(log.mock.calls[0])).not.toContain('Patience')
  })
})
