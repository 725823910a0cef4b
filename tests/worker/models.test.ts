import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { modelNames, openModel } from '~/provider/models/index.ts'
import type { ServiceSettings } from '~/provider/models/service-settings.ts'
import type { Take } from '../models-server.ts'
import { soon, type Vendor, vendors } from './harness/models-vendors.ts'
import { scripted } from './harness/streams.ts'

/** What comes of asking a vendor's model that does this, take by take. */
async function outcomeOf({ open }: Vendor, takes: Take[], own: Partial<ServiceSettings> = {}) {
  const { mark, calls } = await scripted(...takes)
  const model = open(own)
  let text = ''
  let usage: unknown
  let cut: unknown
  let failure: unknown
  try {
    for await (const event of model.answer(
      { instructions: 'Be brief.', messages: [{ role: 'user', content: mark }] },
      new AbortController().signal,
    )) {
      if ('delta' in event) text += event.delta
      else if ('usage' in event) usage = event.usage
      else cut = event.cut
    }
  } catch (error) {
    failure = error instanceof ApiError ? error.code : error
  }
  return { text, usage, cut, failure, calls: (await calls()).length }
}

/** The tests' variables with models of every vendor. */
const configured = {
  ...env,
  ANTHROPIC_BASE_URL: env.OPENAI_BASE_URL,
  ANTHROPIC_API_KEY: env.OPENAI_API_KEY,
  ANTHROPIC_MODELS: 'sonnet',
  GOOGLE_BASE_URL: env.OPENAI_BASE_URL,
  GOOGLE_API_KEY: env.OPENAI_API_KEY,
  GOOGLE_MODELS: 'flash',
  WORKERS_AI_BASE_URL: `${env.OPENAI_BASE_URL}/workers-ai`,
  WORKERS_AI_API_KEY: env.OPENAI_API_KEY,
  WORKERS_AI_MODELS: '@cf/meta/llama',
}

describe('the configured models', () => {
  test('are those listed, without blanks and repetitions, and none of a vendor without address or key', () => {
    const listed = { ...configured, OPENAI_MODELS: ' small, large,,small ', ANTHROPIC_MODELS: 'sonnet,small' }
    expect(modelNames(listed)).toEqual(['small', 'large', 'sonnet', 'flash', '@cf/meta/llama'])
    expect(modelNames({ ...configured, OPENAI_BASE_URL: '', GOOGLE_API_KEY: '', WORKERS_AI_BASE_URL: '' })).toEqual([
      'sonnet',
    ])
    const none = { OPENAI_MODELS: '', ANTHROPIC_API_KEY: '', GOOGLE_MODELS: '', WORKERS_AI_MODELS: ' ' }
    expect(modelNames({ ...configured, ...none })).toEqual([])
  })

  test('have the context that the variable says, their own or that of all', () => {
    const contextOf = (CONTEXT_TOKENS: string, name: string) =>
      openModel({ ...configured, CONTEXT_TOKENS }, name).contextTokens
    expect(contextOf('128000', 'large')).toBe(128_000)
    expect(contextOf('128000, large=8192', 'small')).toBe(128_000)
    expect(contextOf('@cf/meta/llama=24000,large=8192', 'large')).toBe(8192)
    expect(contextOf('@cf/meta/llama=24000,large=8192', '@cf/meta/llama')).toBe(24_000)
    for (const wrong of ['', 'much', 'small=8192', '128000, large=', '-1']) {
      expect(() => contextOf(wrong, 'large')).toThrow('unexpected')
    }
  })

  test('are the only ones that can be opened', () => {
    expect(() => openModel(env, 'huge')).toThrow('unavailable_llm_model')
  })
})

test.each(['large', 'sonnet', 'flash', '@cf/meta/llama'])(
  '%s is asked with instructions and conversation',
  async (name) => {
    const { mark, calls } = await scripted([{ say: 'Yes' }, { say: ', well.' }])
    const events = []
    const prompt = {
      instructions: 'Be brief.',
      messages: [
        { role: 'user' as const, content: 'Before' },
        { role: 'assistant' as const, content: 'Then' },
        { role: 'user' as const, content: mark },
      ],
    }
    for await (const event of openModel(configured, name).answer(prompt, new AbortController().signal))
      events.push(event)
    expect(events).toEqual([{ delta: 'Yes' }, { delta: ', well.' }, { usage: { input_tokens: 12, output_tokens: 2 } }])
    const sent = JSON.stringify((await calls())[0])
    for (const part of ['Be brief.', 'Before', 'Then', mark]) expect(sent).toContain(part)
  },
)

test('a model of OpenAI gets the prompt as its protocol has it', async () => {
  const { mark, calls } = await scripted([{ say: 'Yes' }])
  const prompt = { instructions: 'Be brief.', messages: [{ role: 'user' as const, content: mark }] }
  await openModel(env, 'large').answer(prompt, new AbortController().signal).next()
  expect((await calls())[0]).toMatchObject({
    model: 'large',
    stream: true,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: mark },
    ],
  })
})

test('a model of Anthropic is told to cache the conversation before the question', async () => {
  const { mark, calls } = await scripted([{ say: 'Yes' }])
  const messages = [
    { role: 'user' as const, content: 'Before' },
    { role: 'assistant' as const, content: 'Then' },
    { role: 'user' as const, content: mark },
  ]
  const { signal } = new AbortController()
  await openModel(configured, 'sonnet').answer({ instructions: '', messages }, signal).next()
  expect((await calls())[0]!.messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Before' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'Then', cache_control: { type: 'ephemeral' } }] },
    { role: 'user', content: [{ type: 'text', text: mark }] },
  ])
})

describe.each(vendors)('a service of $vendor that', (vendor) => {
  test.each([401, 403, 404, 400])('refuses with %i is not asked again', async (status) => {
    expect(await outcomeOf(vendor, [[{ status }]])).toMatchObject({ text: '', failure: 'service_http_error', calls: 1 })
  })

  test.each([429, 500, 503])('answers %i twice is asked a third time', async (status) => {
    const refusal: Take = [{ status, headers: soon }]
    expect(await outcomeOf(vendor, [refusal, refusal, [{ say: 'At last' }]])).toMatchObject({
      text: 'At last',
      failure: undefined,
      calls: 3,
    })
  })

  test.each([429, 500, 503])('answers %i again and again is unavailable', async (status) => {
    expect(await outcomeOf(vendor, [[{ status, headers: soon }]])).toMatchObject({
      failure: 'service_unavailable',
      calls: 3,
    })
  })

  test.each([302, 307, 308])('redirects with %i is followed nowhere, nor asked again', async (status) => {
    expect(
      await outcomeOf(vendor, [[{ status, headers: { location: '?elsewhere' } }], [{ say: 'Followed' }]]),
    ).toMatchObject({
      text: '',
      failure: 'service_http_error',
      calls: 1,
    })
  })

  test('cannot be reached is unavailable', async () => {
    const closed = vendor.open({ baseUrl: 'http://127.0.0.1:9/v1' })
    const answer = closed.answer(
      { instructions: '', messages: [{ role: 'user', content: 'x' }] },
      new AbortController().signal,
    )
    await expect(answer.next()).rejects.toMatchObject({ code: 'service_unavailable' })
  })

  test.each([1, 50])('resets the connection behind %i tokens keeps them', async (tokens) => {
    const words = Array.from({ length: tokens }, (_, index) => ({ say: `${index} ` }))
    const { mark, release, calls } = await scripted([...words, { hold: true }, { reset: true }])
    const said: string[] = []
    const reading = async () => {
      const prompt = { instructions: '', messages: [{ role: 'user' as const, content: mark }] }
      for await (const event of vendor.open().answer(prompt, new AbortController().signal)) {
        if ('delta' in event) said.push(event.delta)
        // A reset drops what has not been read.
        if (said.length === tokens) await release()
      }
    }
    await expect(reading()).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(said).toEqual(words.map(({ say }) => say))
    expect(await calls()).toHaveLength(1)
  })

  test('resets the connection at once is unavailable', async () => {
    expect(await outcomeOf(vendor, [[{ reset: true }]])).toMatchObject({ text: '', failure: 'service_unavailable' })
  })

  test('ends in the middle keeps what it said', async () => {
    expect(await outcomeOf(vendor, [[{ say: 'Half a' }, { end: true }]])).toMatchObject({
      text: 'Half a',
      failure: 'service_http_error',
    })
  })

  test.each(['length', 'filter'] as const)('cuts the answer by its %s says so, and what it cost', async (cut) => {
    expect(await outcomeOf(vendor, [[{ say: 'Half a' }, { cut }]])).toMatchObject({
      text: 'Half a',
      cut,
      usage: { input_tokens: 12 },
      failure: undefined,
    })
  })

  test('falls silent, before the first word or behind one, has timed out', async () => {
    expect(await outcomeOf(vendor, [[{ raw: '' }, { hold: true }]], { idleTimeoutMs: 60 })).toMatchObject({
      failure: 'service_timeout',
    })
    expect(await outcomeOf(vendor, [[{ say: 'Well' }, { hold: true }]], { idleTimeoutMs: 60 })).toMatchObject({
      text: 'Well',
      failure: 'service_timeout',
    })
  })

  test('sends an event without end is read no further than a bound', async () => {
    const endless: Take = [{ say: 'So' }, { raw: `data: ${'x'.repeat(2_000_000)}` }, { hold: true }]
    expect(await outcomeOf(vendor, [endless], { idleTimeoutMs: 3000 })).toMatchObject({
      text: 'So',
      failure: 'service_http_error',
    })
  })

  test('sends a web page, half JSON or another type is not understood', async () => {
    const page: Take = [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Sign in' }]
    expect(await outcomeOf(vendor, [page])).toMatchObject({ text: '', failure: 'service_http_error', calls: 1 })
    expect(await outcomeOf(vendor, [[{ say: 'So' }, { raw: vendor.half }]])).toMatchObject({
      text: 'So',
      failure: 'service_http_error',
    })
    expect(await outcomeOf(vendor, [[{ raw: '<html>\n\n' }, { end: true }]])).toMatchObject({
      failure: 'service_http_error',
    })
    const json: Take = [{ status: 200, headers: { 'content-type': 'application/json' }, body: '{"choices":[]}' }]
    expect(await outcomeOf(vendor, [json])).toMatchObject({ failure: 'service_http_error' })
  })
})

describe.each(vendors)('nothing of a prompt or an answer of $vendor', (vendor) => {
  const log = ['log', 'info', 'warn', 'error', 'debug'] as const
  afterEach(() => vi.restoreAllMocks())

  test('is logged, whatever goes wrong', async () => {
    const spies = log.map((name) => vi.spyOn(console, name))
    await outcomeOf(vendor, [[{ status: 500, headers: soon, body: '{"error":{"message":"secret words"}}' }]])
    await outcomeOf(vendor, [[{ say: 'secret words' }, { raw: 'data: {"secret words\n\n' }]])
    await outcomeOf(vendor, [[{ say: 'secret words' }, { reset: true }]])
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })
})
