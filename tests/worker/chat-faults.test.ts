import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { idleTimeoutMs } from '~/provider/models/idle-timeout.ts'
import { answered, answerEntryOf, ask } from './harness/asking.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'
import { soon, vendors } from './harness/models-vendors.ts'
import { answerOf, eventsOf, isDelta, scripted, StreamReader } from './harness/streams.ts'
import type { Take } from '../models-server.ts'

let hanako: Caller
const allVendors = { ANTHROPIC_MODELS: env.ANTHROPIC_MODELS, GOOGLE_MODELS: env.GOOGLE_MODELS }

beforeAll(async () => {
  await seedOrganization('Faults', [{ email: 'hanako@faults.example' }])
  hanako = await signedIn('hanako@faults.example')
})

/** Asks a model, and gives what came of it once what was stored is the same. */
async function outcomeOf(llm: string, take: Take) {
  const { mark } = await scripted(take)
  const { conversationId, text, error } = await answered(hanako, { query: mark, llm }, { variables: allVendors })
  const stored = await answerEntryOf(hanako, conversationId)
  expect(stored).toMatchObject({ status: 'failed', error_code: error, response: text })
  return { text, error }
}

/** Timers of a model's idle timeout that run soon; they stay in the object that set them, as those of a fake clock would not. */
function hurried() {
  const { setTimeout } = globalThis
  vi.useFakeTimers({ toFake: ['Date'] })
  const sooner = (run: () => void, time = 0) =>
    setTimeout(run, time > idleTimeoutMs / 2 && time <= idleTimeoutMs ? 20 : time)
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(sooner as typeof setTimeout)
  return {
    pass: (time: number) => void vi.setSystemTime(Date.now() + time),
    restore: () => {
      timers.mockRestore()
      vi.useRealTimers()
    },
  }
}

describe.each(vendors)('an answer whose model of $vendor', ({ model, half }) => {
  const overloaded = [429, 500, 503].map((status) => ({
    name: `answers ${status} again and again`,
    take: [{ status, headers: soon }] as Take,
    text: '',
    error: 'service_unavailable',
  }))
  const cases: { name: string; take: Take; text: string; error: string }[] = [
    { name: 'refuses', take: [{ status: 401 }], text: '', error: 'service_http_error' },
    ...overloaded,
    {
      name: 'sends a web page',
      take: [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' }],
      text: '',
      error: 'service_http_error',
    },
    { name: 'breaks off', take: [{ say: 'Half' }, { end: true }], text: 'Half', error: 'service_http_error' },
    { name: 'sends half JSON', take: [{ say: 'Half' }, { raw: half }], text: 'Half', error: 'service_http_error' },
  ]
  test.each(cases)('$name fails with its code and keeps the text', async ({ take, text, error }) => {
    expect(await outcomeOf(model, take)).toEqual({ text, error })
  })

  test('finds the prompt too long says so, and fails', async () => {
    const take: Take = [{ status: 400, body: '{"error":{"code":"context_length_exceeded"}}' }]
    const { text, error } = await outcomeOf(model, take)
    expect(text).toContain('*This question, with what belongs to it, is more than this model can read at once.')
    expect(error).toBe('service_http_error')
  })

  test.each([
    ['length', 'The model stopped here'],
    ['filter', 'stopped the answer here'],
  ] as const)('is cut by its %s is whole but for a sentence that says so', async (cut, words) => {
    const { mark } = await scripted([{ say: 'Half an answer' }, { cut }])
    const { text, error } = await answered(hanako, { query: mark, llm: model }, { variables: allVendors })
    expect(text).toMatch(new RegExp(`^Half an answer\n\n\\*.*${words}`))
    expect(error).toBeUndefined()
  })

  test('never ends is stopped, and keeps the text', async () => {
    const { text, error } = await outcomeOf(
      model,
      Array.from({ length: 6 }, () => ({ say: 'x'.repeat(100_000) })),
    )
    expect(text.startsWith('x'.repeat(400_000))).toBe(true)
    expect(error).toBe('service_http_error')
  })

  test('sends an event of a megabyte is stopped, and keeps the text before it', async () => {
    const take: Take = [{ say: 'Half' }, { say: 'x'.repeat(1_000_000) }]
    expect(await outcomeOf(model, take)).toEqual({ text: 'Half', error: 'service_http_error' })
  })

  test('sends its characters byte by byte is whole, and has a sign for a byte that is of none', async () => {
    const { mark } = await scripted([
      { say: '大阪🏯é', as: 'bytewise' },
      { say: ' caf\u00e9', as: 'latin1' },
    ])
    const { conversationId, text, error } = await answered(
      hanako,
      { query: mark, llm: model },
      { variables: allVendors },
    )
    expect({ text, error }).toEqual({ text: '大阪🏯é caf\ufffd', error: undefined })
    expect((await answerEntryOf(hanako, conversationId)).response).toBe(text)
  })

  test('falls silent has timed out, and keeps the text', async () => {
    const clock = hurried()
    onTestFinished(clock.restore)
    const { mark } = await scripted([{ say: 'Half' }, { hold: true }])
    const reader = new StreamReader(await ask(hanako, { query: mark, llm_model: model }, { variables: allVendors }))
    const events = await reader.until(isDelta)
    clock.pass(idleTimeoutMs)
    const { conversationId, text, error } = answerOf([...events, ...(await reader.rest())])
    expect({ text, error }).toEqual({ text: 'Half', error: 'service_timeout' })
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ response: 'Half', error_code: error })
  })

  test('calls its tools for ever is stopped, and keeps the text', async () => {
    const take: Take = [{ say: 'Again.' }, { call: { name: 'create_image', input: {} } }]
    const { mark } = await scripted(take)
    const question = { query: mark, llm_model: model, pipeline: 'creative_ai' }
    const { conversationId, text, error } = await answered(hanako, question, { variables: allVendors })
    expect(error).toBe('service_http_error')
    expect(text).toBe(Array.from({ length: 8 }, () => 'Again.').join('\n\n'))
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ response: text, error_code: error })
  })
})

test('a model that is too busy is asked again when it said, and the answer is whole', async () => {
  const busy: Take = [{ status: 429, headers: { 'retry-after': '1' } }]
  const { mark, calls } = await scripted(busy, [{ say: 'Here ' }, { say: 'it is.' }])
  const pauses = vi.spyOn(scheduler, 'wait')
  onTestFinished(() => pauses.mockRestore())
  const { text, error } = await answered(hanako, { query: mark })
  expect({ text, error, calls: (await calls()).length }).toEqual({ text: 'Here it is.', error: undefined, calls: 2 })
  expect(pauses).toHaveBeenCalledWith(1000, expect.anything())
})

test('why an answer failed is in the log, with the id of its request and without a word of question and answer', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { mark } = await scripted([{ status: 401, body: 'You asked about secret words' }])
  const response = await ask(hanako, { query: `Secret words ${mark}`, pipeline: 'chat_ai' })
  const request_id = response.headers.get('x-request-id')
  await eventsOf(response)
  const lines = log.mock.calls.map(([line]) => String(line))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ event: 'answer_failed', request_id, code: 'service_http_error' })
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
