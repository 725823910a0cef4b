import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fitPrompt, halvePrompt, isTooLong, rendered } from '~/provider/models/fit-prompt.ts'
import type { Message, Prompt } from '~/provider/models/model.ts'
import { tokensOf } from '~/provider/models/tokens.ts'

/** A text of so many tokens. */
const text = (tokens: number, letter = 'x') => letter.repeat(tokens * 4)

const turn = (letter: string, tokens: number): Message[] => [
  { role: 'user', content: text(tokens, letter) },
  { role: 'assistant', content: text(tokens, letter) },
]

const prompt = (parts: Partial<Prompt> = {}): Prompt => ({
  instructions: 'Be brief.',
  messages: [...turn('a', 40), ...turn('b', 40), ...turn('c', 40), { role: 'user', content: 'Why?' }],
  ...parts,
})

/** The letters of the turns and sources that are left. */
const lettersOf = ({ messages, sources = [] }: Prompt) =>
  [...messages.slice(0, -1).filter(({ role }) => role === 'user'), ...sources.map((content) => ({ content }))]
    .map(({ content }) => content[0])
    .join('')

const failureOf = (action: () => unknown) => {
  try {
    action()
  } catch (error) {
    return error
  }
}

test.each([
  ['The quick brown fox jumps over the lazy dog and is gone', 9, 16],
  ['年次有給休暇は入社から六か月後に十日付与されます。', 18, 26],
  ['Отпуск предоставляется через полгода', 9, 18],
])('%s has about as many tokens as today’s models read', (sentence, least, most) => {
  expect(tokensOf(sentence)).toBeGreaterThanOrEqual(least)
  expect(tokensOf(sentence)).toBeLessThanOrEqual(most)
})

describe('a prompt', () => {
  test('that fits stays as it is', () => {
    const whole = prompt({ sources: [text(10, 's')] })
    expect(fitPrompt(whole, 2000)).toEqual(whole)
  })

  test('that is too long loses its oldest turns, and the model is told so', () => {
    const whole = prompt()
    const part = fitPrompt(whole, 800)
    expect(lettersOf(part)).toBe('bc')
    expect(part.messages.at(-1)).toEqual({ role: 'user', content: 'Why?' })
    expect(rendered(part, whole).messages.at(-1)!.content).toMatch(
      /^Earlier turns of this conversation were left out.*\n\nWhy\?$/,
    )
    expect(JSON.stringify(rendered(whole, whole))).not.toContain('left out')
  })

  test('loses the last sources only when no turn is left, and the model is told so', () => {
    const whole = prompt({ sources: [text(60, 's'), text(60, 't'), text(60, 'u')] })
    const part = fitPrompt(whole, 220)
    expect(lettersOf(part)).toBe('st')
    const { instructions, messages } = rendered(part, whole)
    expect(instructions).toBe('Be brief.')
    expect(messages.at(-1)!.content).toContain(`${text(60, 's')}\n\n${text(60, 't')}\n\nFurther sources were left out`)
  })

  test('begins in each turn as in the one before: whole documents stand before the conversation, sources beside the question', () => {
    const documents = [text(20, 'd')]
    const first = prompt({ documents, sources: [text(10, 's')], messages: [{ role: 'user', content: 'What?' }] })
    const second = prompt({
      documents,
      sources: [text(10, 't')],
      messages: [...first.messages, { role: 'assistant', content: 'This.' }, { role: 'user', content: 'Why?' }],
    })
    const [one, two] = [first, second].map((whole) => rendered(fitPrompt(whole, 2000), whole).messages)
    expect(one).toEqual([{ role: 'user', content: `${text(20, 'd')}\n\n${text(10, 's')}\n\nWhat?` }])
    expect(two!.map(({ content }) => content)).toEqual([
      `${text(20, 'd')}\n\nWhat?`,
      'This.',
      `${text(10, 't')}\n\nWhy?`,
    ])
  })

  test('leaves a quarter of the context to the answer, and a quarter to earlier turns', () => {
    const turns = Array.from({ length: 50 }, () => turn('a', 40)).flat()
    const { messages } = fitPrompt(prompt({ messages: [...turns, { role: 'user', content: 'Why?' }] }), 4000)
    expect(messages.length).toBe(2 * Math.floor(1000 / 88) + 1)
  })

  test('keeps the calls and results of its question, with which it has to fit', () => {
    const call = { id: '1', name: 'look', input: {} }
    const messages: Message[] = [
      ...turn('a', 40),
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: '', calls: [call] },
      { role: 'tool', call, content: text(100, 'r') },
    ]
    expect(fitPrompt(prompt({ messages }), 200).messages).toEqual(messages.slice(2))
    expect(isTooLong(failureOf(() => fitPrompt(prompt({ messages }), 100)))).toBe(true)
  })

  test('whose question does not fit, or not beside its tools, is too long', () => {
    const messages: Message[] = [{ role: 'user', content: '長'.repeat(1000) }]
    expect(failureOf(() => fitPrompt({ instructions: '', messages }, 1000))).toMatchObject({
      code: 'service_http_error',
    })
    const tools = [{ name: 'look', description: text(200), input: z.object({}) }]
    const failure = failureOf(() => fitPrompt(prompt({ messages: [{ role: 'user', content: 'Why?' }], tools }), 200))
    expect(isTooLong(failure)).toBe(true)
  })

  test('is halved as long as there is something to leave out', () => {
    const half = halvePrompt(prompt({ sources: ['s', 't', 'u'] }))!
    expect(lettersOf(half)).toBe('cst')
    const quarter = halvePrompt(half)!
    expect(lettersOf(quarter)).toBe('s')
    expect(halvePrompt(quarter)).toBeUndefined()
  })
})
