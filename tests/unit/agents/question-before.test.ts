import { expect, test } from 'vitest'
import { previousQuestion } from '~/provider/agents/query-rewriting/previous-question.ts'

const after = (question: string) => [
  { question: 'Who ran the sales office in Lyon?', answer: 'Ms Adler.' },
  { question, answer: 'It was 48 million.' },
]

test.each([
  ['And in 2025?', 'What was the turnover of 2024?'],
  ['What about Poland?', 'What was the turnover in France?'],
  ['How long is it?', 'Is there a probation?'],
  ['では2025年は？', '2024年の売上高はいくらですか'],
  ['その上限は？', '宿泊費はいくらまでですか'],
])('%s goes on with the question before it', (question, before) => {
  expect(previousQuestion(question, after(before))).toBe(before)
})

test.each([
  ['How many days of annual leave do employees get?', 'What was the turnover of 2024?'],
  ['Parking fees in Munich', 'What was the turnover of 2024?'],
  ['And how many days of annual leave do part-time employees get each year?', 'What was the turnover of 2024?'],
  ['定年は何歳ですか', '2024年の売上高はいくらですか'],
])('%s stands alone', (question, before) => {
  expect(previousQuestion(question, after(before))).toBeUndefined()
})

test('The first question of a conversation stands alone', () => {
  expect(previousQuestion('And in 2025?', [])).toBeUndefined()
})
