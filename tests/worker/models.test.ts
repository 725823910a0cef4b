import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { modelNames, openModel } from '~/provider/models/index.ts'
import { openAiModel } from '~/provider/models/openai.ts'
import type { Take } from '../models-server.ts'
import { scripted } from './streams.ts'

const settings = { baseUrl: env.OPENAI_BASE_URL, apiKey: env.OPENAI_API_KEY }
/** A service's wish to be asked again at once. */
const soon = { 'retry-after-ms': '1' }

/** What comes of asking a model that does this, take by take. */
async function outcomeOf(takes: Take[], { patience = 30_000, signal = new AbortController().signal } = {}) {
  const { mark, calls } = await scripted(...takes)
  const model = openAiModel('small', { ...settings, patience })
  let text = ''
  let usage: unknown
  let failure: unknown
  try {
    for await (const event of model.answer(
      { instructions: 'Be brief.', messages: [{ role: 'user', content: mark }] },
      signal,
    )) {
      if ('delta' in event) text += event.delta
      else usage = event.usage
    }
  } catch (error) {
    failure = error instanceof ApiError ? error.code : error
  }
  return { text, usage, failure, calls: (await calls()).length }
}

describe('the configured models', () => {
  test('are those listed, without blanks and repetitions, and none without an address', () => {
    expect(modelNames({ ...env, OPENAI_MODELS: ' small, large,,small ' })).toEqual(['small', 'large'])
    expect(modelNames({ ...env, OPENAI_MODELS: '' })).toEqual([])
    expect(modelNames({ ...env, OPENAI_BASE_URL: '' })).toEqual([])
  })

  test('are the only ones that can be opened', () => {
    expect(() => openModel(env, 'huge')).toThrow('unavailable_llm_model')
  })
})

test('a model is asked with instructions and conversation, and its words and usage come back', async () => {
  const { mark, calls } = await scripted([{ say: 'Yes' }, { say: ', well.' }])
  const events = []
  const prompt = { instructions: 'Be brief.', messages: [{ role: 'user' as const, content: mark }] }
  for await (const event of openModel(env, 'large').answer(prompt, new AbortController().signal)) events.push(event)
  expect(events).toEqual([{ delta: 'Yes' }, { delta: ', well.' }, { usage: { input_tokens: 12, output_tokens: 2 } }])
  expect((await calls())[0]).toMatchObject({
    model: 'large',
    stream: true,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: mark },
    ],
  })
})

describe('a service that', () => {
  test.each([401, 403, 404, 400])('refuses with %i is not asked again', async (status) => {
    expect(await outcomeOf([[{ status }]])).toMatchObject({ text: '', failure: 'service_http_error', calls: 1 })
  })

  test.each([429, 500, 503])('answers %i twice is asked a third time', async (status) => {
    const refusal: Take = [{ status, headers: soon }]
    expect(await outcomeOf([refusal, refusal, [{ say: 'At last' }]])).toMatchObject({
      text: 'At last',
      failure: undefined,
      calls: 3,
    })
  })

  test.each([429, 500, 503])('answers %i again and again is unavailable', async (status) => {
    expect(await outcomeOf([[{ status, headers: soon }]])).toMatchObject({ failure: 'service_unavailable', calls: 3 })
  })

  test('cannot be reached is unavailable', async () => {
    const closed = openAiModel('small', { ...settings, baseUrl: 'http://127.0.0.1:9/v1' })
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
      for await (const event of openAiModel('small', settings).answer(prompt, new AbortController().signal)) {
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
    expect(await outcomeOf([[{ reset: true }]])).toMatchObject({ text: '', failure: 'service_unavailable' })
  })

  test('ends in the middle keeps what it said', async () => {
    expect(await outcomeOf([[{ say: 'Half a' }, { end: true }]])).toMatchObject({
      text: 'Half a',
      failure: 'service_http_error',
    })
  })

  test('falls silent, before the first word or behind one, has timed out', async () => {
    expect(await outcomeOf([[{ raw: '' }, { hold: true }]], { patience: 60 })).toMatchObject({
      failure: 'service_timeout',
    })
    expect(await outcomeOf([[{ say: 'Well' }, { hold: true }]], { patience: 60 })).toMatchObject({
      text: 'Well',
      failure: 'service_timeout',
    })
  })

  test('sends a web page, half JSON or another type is not understood', async () => {
    const page: Take = [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Sign in' }]
    expect(await outcomeOf([page])).toMatchObject({ text: '', failure: 'service_http_error', calls: 1 })
    expect(await outcomeOf([[{ say: 'So' }, { raw: 'data: {"choices":[{"del\n\n' }]])).toMatchObject({
      text: 'So',
      failure: 'service_http_error',
    })
    expect(await outcomeOf([[{ raw: '<html>\n\n' }, { end: true }]])).toMatchObject({ failure: 'service_http_error' })
    const json: Take = [{ status: 200, headers: { 'content-type': 'application/json' }, body: '{"choices":[]}' }]
    expect(await outcomeOf([json])).toMatchObject({ failure: 'service_http_error' })
  })
})

describe('nothing of a prompt or an answer', () => {
  const log = ['log', 'info', 'warn', 'error', 'debug'] as const
  afterEach(() => vi.restoreAllMocks())

  test('is logged, whatever goes wrong', async () => {
    const spies = log.map((name) => vi.spyOn(console, name))
    await outcomeOf([[{ status: 500, headers: soon, body: '{"error":{"message":"secret words"}}' }]])
    await outcomeOf([[{ say: 'secret words' }, { raw: 'data: {"secret words\n\n' }]])
    await outcomeOf([[{ say: 'secret words' }, { reset: true }]])
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })
})
