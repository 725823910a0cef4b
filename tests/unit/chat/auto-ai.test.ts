import { expect, test } from 'vitest'
import type { AgentType } from '~/contract/chat.ts'
import { pick } from '~/provider/agents/auto-ai.ts'

const usableAgents: AgentType[] = ['auto_ai', 'chat_ai', 'search_ai']

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
  expect(pick({ question, fileIds: [], usableAgents })).toBe('chat_ai')
})

test.each([
  'How many days of leave are there?',
  'Highest fee',
  'written warning rules',
  '有給休暇は何日ですか',
  '契約書には何と書いてありますか',
])('%j goes to the files', (question) => {
  expect(pick({ question, fileIds: [], usableAgents })).toBe('search_ai')
})

test('a question with files always goes to them', () => {
  expect(pick({ question: 'Hello', fileIds: [1], usableAgents })).toBe('search_ai')
})

test('an agent that is switched off is not picked: the other one answers, and where there is none nobody', () => {
  const task = { question: 'Hello', fileIds: [] }
  expect(pick({ ...task, usableAgents: ['auto_ai', 'search_ai'] })).toBe('search_ai')
  expect(pick({ question: 'Highest fee', fileIds: [], usableAgents: ['auto_ai', 'chat_ai'] })).toBe('chat_ai')
  expect(pick({ ...task, usableAgents: ['auto_ai'] })).toBeUndefined()
})
