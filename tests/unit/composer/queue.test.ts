import { expect, it } from 'vitest'
import type { Entry } from '~/contract/conversations.ts'
import { lastAnswerOf, turnOf } from '~/web/chat/composer/queue.ts'
import { question, storedFile, uploading } from '../harness/drafts.ts'

const afterAnswer = question('a', { afterAnswer: true })

it('a queued question goes when the answer before it has ended well', () => {
  expect(turnOf(afterAnswer, 'done')).toBe('send')
})

it('a queued question waits while the answer is written, and while nothing is known of it', () => {
  expect(turnOf(afterAnswer, 'streaming')).toBe('wait')
  expect(turnOf(afterAnswer, undefined)).toBe('wait')
})

it.each(['stopped', 'failed'] as const)('a queued question goes back into the box when the answer is %s', (status) => {
  expect(turnOf(afterAnswer, status)).toBe('return')
})

it('a question that was not queued behind an answer goes whatever became of the last one', () => {
  expect(turnOf(question('a'), 'failed')).toBe('send')
  expect(turnOf(question('a'), undefined)).toBe('send')
})

it('a question waits for its files to be uploaded and processed, and goes back when one fails', () => {
  expect(turnOf(question('a', { files: [uploading(1)] }), undefined)).toBe('wait')
  expect(turnOf(question('a', { files: [storedFile(1, { status: 'pending' })] }), undefined)).toBe('wait')
  expect(turnOf(question('a', { files: [storedFile(1), storedFile(2)] }), undefined)).toBe('send')
  expect(turnOf(question('a', { files: [storedFile(1, { status: 'failed' })] }), undefined)).toBe('return')
})

it('a question goes with tables whose text is too long where its agent can use them, and goes back where not', () => {
  const tables = storedFile(1, { mime_type: 'text/csv', status: 'failed', status_reason: 'too_large' })
  expect(turnOf(question('a', { files: [tables], agent: 'data_analysis_ai' }), undefined)).toBe('send')
  expect(turnOf(question('a', { files: [tables], agent: 'search_ai' }), undefined)).toBe('return')
})

it('a question that was on its way when the page was left is asked again, under its key', () => {
  expect(turnOf({ ...afterAnswer, sent: true }, 'stopped')).toBe('send')
})

it('the last answer is that of the last entry; behind a question there is none yet', () => {
  const entry = (content: object) => ({ content }) as Entry
  expect(lastAnswerOf([entry({ version: 1 }), entry({ version: 2, status: 'done' })])).toBe('done')
  expect(lastAnswerOf([entry({ version: 2, status: 'done' }), entry({ version: 1 })])).toBeUndefined()
  expect(lastAnswerOf(undefined)).toBeUndefined()
})
