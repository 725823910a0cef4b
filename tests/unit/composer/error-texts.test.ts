import { afterAll, describe, expect, it } from 'vitest'
import en from '../../../messages/en.json' with { type: 'json' }
import ja from '../../../messages/ja.json' with { type: 'json' }
import { type ErrorCode, errorStatus } from '~/contract/errors.ts'
import { getLocale, overwriteGetLocale } from '~/paraglide/runtime'
import { codeMessage } from '~/web/errors/message.ts'

const codes = Object.keys(errorStatus) as ErrorCode[]
const before = getLocale
afterAll(() => overwriteGetLocale(before))

describe.each([
  ['en', en as Record<string, string>, en.entity_file],
  ['ja', ja as Record<string, string>, ja.entity_file],
] as const)('in %s', (locale, messages, file) => {
  it.each(codes)('%s has a message of its own', (code) => {
    overwriteGetLocale(() => locale)
    expect(messages[`error_${code}`]).toMatch(/\S/)
    expect(codeMessage(code, 'file')).toBe(messages[`error_${code}`]!.replace('{entity}', file))
  })
})

it('says it in Japanese in Japanese', () => {
  for (const code of codes) expect((ja as Record<string, string>)[`error_${code}`]).toMatch(/[ぁ-んァ-ヶ一-龠]/)
})

it.each([
  ['empty_question', 'Please write a question before submitting'],
  ['no_files_selected', 'Please select at least one file for this agent'],
  ['max_files_exceeded', 'Maximum number of files exceeded'],
  ['too_many_files_selected', 'Number of selected files exceeds the limit'],
] as const)('%s reads as the specification says', (code, text) => {
  overwriteGetLocale(() => 'en')
  expect(codeMessage(code)).toBe(text)
})

it('names what already exists', () => {
  overwriteGetLocale(() => 'en')
  const texts = ['user', 'keyword', 'site'].map((entity) => codeMessage('already_exists', entity))
  expect(texts).toEqual([
    'This user already exists',
    'This keyword is already blocked',
    'This site is already in the list',
  ])
})
