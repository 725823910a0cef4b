import { describe, expect, test } from 'vitest'
import type { Entry } from '~/contract/conversations.ts'
import type { LiveHead } from '~/web/chat/answers/live-answers.ts'
import { messagesOf } from '~/web/chat/messages/messages.ts'

const time = '2026-11-21T05:03:00.000Z'

const question = (id: number, text: string, model = 'adaptive'): Entry => ({
  id,
  content: { version: 1, user_prompt: text, selected_pipeline: 'auto_ai', selected_model: model },
  file_attachments: [],
  updated_at: time,
})

const answer = (id: number, text: string, status: 'streaming' | 'done' | 'stopped' = 'done'): Entry => ({
  id,
  content: {
    version: 2,
    response: text,
    response_pipeline: 'chat_ai',
    feedback: 'unknown',
    file_references: [],
    status,
    error_code: null,
  },
  file_attachments: [],
  updated_at: time,
})

const live = (head: Partial<LiveHead> = {}): LiveHead => ({
  question: { text: 'New?', time, agent: 'auto_ai', model: 'adaptive', attachments: [], overwrites: [] },
  questionId: null,
  entryId: null,
  agent: 'auto_ai',
  status: 'streaming',
  errorCode: null,
  reconnecting: false,
  stopping: false,
  ...head,
})

/** Each message as text, the live answer as 'live'. */
const shown = (entries: Entry[], head?: LiveHead) =>
  messagesOf(entries, head).map((message) => (message.type === 'answer' && message.live ? 'live' : message.text))

const stored = [question(1, 'One?'), answer(2, 'One.')]

describe('the live answer', () => {
  test('follows its question behind what is stored', () => {
    expect(shown(stored, live())).toEqual(['One?', 'One.', 'New?', 'live'])
    expect(shown([], live())).toEqual(['New?', 'live'])
  })

  test('takes the place of its stored beginning, and its question shows once', () => {
    const entries = [...stored, question(3, 'New?'), answer(4, '', 'streaming')]
    expect(shown(entries, live({ questionId: 3, entryId: 4 }))).toEqual(['One?', 'One.', 'New?', 'live'])
    expect(shown(entries, live({ question: null, entryId: 4 }))).toEqual(['One?', 'One.', 'New?', 'live'])
  })

  test('hides the question and the answer that it overwrites, and these come back when it is gone', () => {
    const head = live()
    head.question!.overwrites = [1, 2]
    expect(shown(stored, head)).toEqual(['New?', 'live'])
    expect(shown(stored)).toEqual(['One?', 'One.'])
  })

  test('gives way to its stored copy as soon as that has come, so that nothing shows twice', () => {
    const entries = [...stored, question(3, 'New?'), answer(4, 'Whole.')]
    expect(shown(entries, live({ questionId: 3, entryId: 4, status: 'done' }))).toEqual([
      'One?',
      'One.',
      'New?',
      'Whole.',
    ])
  })
})

test('a message stays the same object as long as its entry does', () => {
  const before = messagesOf(stored, undefined)
  const after = messagesOf([...stored, question(3, 'Two?')], live())
  expect(after[0]).toBe(before[0])
  expect(after[1]).toBe(before[1])
})

test('the question of a live answer stays the same object while other things of it change', () => {
  const head = live({ questionId: 3 })
  const before = messagesOf(stored, head)
  expect(messagesOf(stored, { ...head, agent: 'chat_ai', reconnecting: true })[2]).toBe(before[2])
  expect(messagesOf(stored, { ...head, questionId: 4 })[2]).not.toBe(before[2])
})

test('an answer names the model only where one was chosen', () => {
  const entries = [question(1, 'a', 'large'), answer(2, 'b'), question(3, 'c'), answer(4, 'd')]
  expect(messagesOf(entries, undefined).map((message) => (message.type === 'answer' ? message.model : ''))).toEqual([
    '',
    'large',
    '',
    null,
  ])
})
