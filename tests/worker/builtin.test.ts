import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { extractPages } from '~/provider/documents/extract.ts'
import { detectMimeType } from '~/provider/documents/mime.ts'
import { composeAnswer } from '~/provider/builtin/compose-answer.ts'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { findPassages, termRarity } from '~/provider/search/find-passages.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { questions, unanswerable } from '../unit/builtin/questions.ts'
import { samples } from './harness/samples.ts'

beforeAll(async () => {
  await env.DB.batch([
    env.DB.prepare("INSERT INTO organizations (id, name) VALUES (1, 'Example')"),
    env.DB.prepare("INSERT INTO groups (id, organization_id, name, type) VALUES (1, 1, 'Example', 'organization')"),
  ])
  let id = 0
  for (const { name, bytes } of samples) {
    const type = detectMimeType(bytes, name)
    await env.DB.prepare(
      `INSERT INTO files (id, organization_id, group_id, object_key, name, type, mime_type, size, source, status)
       VALUES (?, 1, 1, ?, ?, 'document', ?, ?, 'upload', 'done')`,
    )
      .bind(++id, name, name, type, bytes.length)
      .run()
    await indexFile(env, { id, group_id: 1, name }, await extractPages(bytes, name, type))
  }
}, 60_000)

async function answer(question: string) {
  const passages = await findPassages(env, { text: question, groupIds: [1], limit: 20 })
  const rarity = await termRarity(env, question, [1])
  return composeAnswer(question, passages, { language: questionLanguage(question), rarity })
}

/** What the answerer reaches today is 58 and 52 of 60; a change that costs more than two is to be looked at. */
const least = { pages: 56, answers: 50 }

test('Of 60 questions about the samples, 56 are answered from the right page and 50 with the answer in the first quotation', async () => {
  const wrongPage: string[] = []
  const wrongAnswer: string[] = []
  for (const [question, file, page, words] of questions) {
    const { pieces, references } = await answer(question)
    const [first] = references
    const lines = pieces.join('').replaceAll('\\', '').split('\n')
    const firstQuotation = lines.filter((line) => line.startsWith('>')).join(' ')
    const outcome = `${question} -> ${first?.name ?? 'nothing'} p. ${first?.page_number}: ${firstQuotation}`
    const rightPage = first?.name === file && first.page_number === page
    if (!rightPage) wrongPage.push(outcome)
    if (!rightPage || !firstQuotation.includes(words)) wrongAnswer.push(outcome)
  }
  expect(questions).toHaveLength(60)
  expect(questions.length - wrongPage.length, wrongPage.join('\n')).toBeGreaterThanOrEqual(least.pages)
  expect(questions.length - wrongAnswer.length, wrongAnswer.join('\n')).toBeGreaterThanOrEqual(least.answers)
})

test('Of ten questions that the samples do not answer, nine are refused or hedged', async () => {
  const answered: string[] = []
  for (const question of unanswerable) {
    const { verdict, pieces } = await answer(question)
    if (verdict === 'says') answered.push(`${question} -> ${pieces.join('')}`)
  }
  expect(unanswerable).toHaveLength(10)
  expect(answered.length, answered.join('\n')).toBeLessThanOrEqual(1)
})

test.each([
  ['残業の上限は', '副業'],
  ['賞与はいつ', '支払日が休日'],
  ["CEO's salary", ''],
  ['CEOの給料はいくらですか', ''],
])('%s is not answered by a line that only shares its words', async (question, words) => {
  const { verdict, pieces } = await answer(question)
  const text = pieces.join('')
  if (words === '') expect(verdict, text).not.toBe('says')
  else if (verdict === 'says') expect(text).not.toContain(words)
})
