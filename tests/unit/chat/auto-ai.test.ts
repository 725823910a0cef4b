import { expect, test } from 'vitest'
import { pick } from '~/provider/agents/auto-ai.ts'

test.each([
  'Hello',
  'Good morning!',
  'Thank you',
  'Please write a poem',
  'Draft a mail to the bank',
  'こんにちは',
  '詩を書いてください。',
  'お礼の文を考えて',
])('%j is conversation', (question) => {
  expect(pick({ question, fileIds: [] })).toBe('chat_ai')
})

test.each([
  'How many days of leave are there?',
  'Highest fee',
  'written warning rules',
  '有給休暇は何日ですか',
  '契約書には何と書いてありますか',
])('%j goes to the files', (question) => {
  expect(pick({ question, fileIds: [] })).toBe('search_ai')
})

test('a question with files always goes to them', () => {
  expect(pick({ question: 'Hello', fileIds: [1] })).toBe('search_ai')
})
