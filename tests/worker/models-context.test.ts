import { describe, expect, test } from 'vitest'
import { isTooLong } from '~/provider/models/fit-prompt.ts'
import type { Prompt } from '~/provider/models/model.ts'
import type { Take } from '../models-server.ts'
import { soon, vendors } from './harness/models-vendors.ts'
import { answered, entriesOf } from './harness/asking.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

/** How services say that a prompt is too long. */
const refusals: Record<string, { status: number; body: object }> = {
  OpenAI: {
    status: 400,
    body: {
      error: {
        message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
        code: 'context_length_exceeded',
      },
    },
  },
  Anthropic: {
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    },
  },
  Google: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        status: 'INVALID_ARGUMENT',
      },
    },
  },
}

const refusalOf = (vendor: string): Take => {
  const { status, body } = refusals[vendor]!
  return [{ status, headers: soon, body: JSON.stringify(body) }]
}

const promptOf = (mark: string, parts: Partial<Prompt> = {}): Prompt => ({
  instructions: 'Be brief.',
  messages: [
    { role: 'user', content: 'The first question' },
    { role: 'assistant', content: 'The first answer' },
    { role: 'user', content: 'The second question' },
    { role: 'assistant', content: 'The second answer' },
    { role: 'user', content: mark },
  ],
  ...parts,
})

describe.each(vendors)('a service of $vendor that finds a prompt too long', ({ vendor, open }) => {
  test('is asked once more, with half the history and sources', async () => {
    const { mark, calls } = await scripted(refusalOf(vendor), [{ say: 'Now it fits' }])
    const prompt = promptOf(mark, { sources: ['The best source', 'The last source'] })
    let text = ''
    for await (const event of open().answer(prompt, new AbortController().signal)) {
      if ('delta' in event) text += event.delta
    }
    expect(text).toBe('Now it fits')
    const [first, second] = (await calls()).map((call) => JSON.stringify(call))
    for (const part of ['The first answer', 'The last source']) {
      expect(first).toContain(part)
      expect(second).not.toContain(part)
    }
    for (const part of ['The second answer', 'The best source', 'Earlier turns of this conversation were left out']) {
      expect(second).toContain(part)
    }
  })

  test.each([
    { given: 'again', earlier: 4, requests: 2 },
    { given: 'though nothing can be left out', earlier: 0, requests: 1 },
  ])('$given ends the answer', async ({ earlier, requests }) => {
    const { mark, calls } = await scripted(refusalOf(vendor))
    const messages = promptOf(mark).messages.slice(4 - earlier)
    const answer = open().answer(promptOf(mark, { messages }), new AbortController().signal)
    const failure = await answer.next().catch((error: unknown) => error)
    expect(isTooLong(failure)).toBe(true)
    expect(failure).toMatchObject({ code: 'service_http_error' })
    expect(await calls()).toHaveLength(requests)
  })
})

describe('a conversation', async () => {
  const { hanako } = await seedMembers('context.example', { hanako: 'user' })

  test('that is longer than the model’s context goes on with its latest turns, and the model is told', async () => {
    const long = (word: string) => `${word} ${'a '.repeat(400)}`
    const { conversationId } = await answered(hanako, { query: long('Apples'), llm: 'tiny' })
    await answered(hanako, { query: long('Bananas'), llm: 'tiny' }, { id: conversationId })
    const { mark, calls } = await scripted([{ say: 'Yes' }])
    await answered(hanako, { query: `And pears? ${mark}`, llm: 'tiny' }, { id: conversationId })
    const sent = JSON.stringify((await calls())[0])
    expect(sent).toContain('Bananas')
    expect(sent).not.toContain('Apples')
    expect(sent).toContain('Earlier turns of this conversation were left out')
  })

  test.each([
    { language: 'English', query: 'Why? ', words: 'more than this model can read' },
    { language: 'Japanese', query: 'なぜですか ', words: 'このモデルが一度に読める量' },
  ])('whose question alone is too long gets an error that says so in $language', async ({ query, words }) => {
    const question = { query: query + 'a '.repeat(4000), llm: 'tiny' }
    const { text, error, conversationId } = await answered(hanako, question)
    expect(error).toBe('service_http_error')
    expect(text).toContain(words)
    const [, answer] = await entriesOf(hanako, conversationId)
    expect(answer!.content).toMatchObject({ status: 'failed', response: text })
  })
})
