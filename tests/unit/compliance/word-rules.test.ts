import { describe, expect, test } from 'vitest'
import { type WordRule, wordRuleOf } from '~/provider/agents/compliance/word-rules.ts'

const forbidden = (...terms: string[]): WordRule => ({ demand: 'forbidden', heading: false, terms, any: false })
const required = (...terms: string[]): WordRule => ({ demand: 'required', heading: false, terms, any: false })
const section = (...terms: string[]): WordRule => ({ demand: 'required', heading: true, terms, any: false })

describe('a rule about words as they are written is read', () => {
  test.each<[string, WordRule]>([
    ["The contract must contain the words 'governing law'.", required('governing law')],
    ['Every report shall state “Prepared by” and "Reviewed by"', required('Prepared by', 'Reviewed by')],
    ['“Confidential” must appear in every document', required('Confidential')],
    ['The notice "All rights reserved" is mandatory.', required('All rights reserved')],
    ['Documents must never use the terms "guaranteed", "risk-free".', forbidden('guaranteed', 'risk-free')],
    ["Do not use the word 'cheap'", forbidden('cheap')],
    ['The phrase “best in the world” is not allowed', forbidden('best in the world')],
    ['Avoid the expression "as soon as possible".', forbidden('as soon as possible')],
    ['Every contract must have a section titled "Termination"', section('Termination')],
    ['The policy should include a “Scope” section', section('Scope')],
    ['Prohibited words: guaranteed, risk-free', forbidden('guaranteed', 'risk-free')],
    ['Required sections: Purpose; Scope', section('Purpose', 'Scope')],
    ['「絶対」という表現を使用してはならない。', forbidden('絶対')],
    ['文書に「必ず儲かる」「元本保証」を記載しないこと', forbidden('必ず儲かる', '元本保証')],
    ['「激安」という語の使用を禁止する', forbidden('激安')],
    ['契約書には「準拠法」及び「管轄裁判所」を明記すること', required('準拠法', '管轄裁判所')],
    ['報告書には『社外秘』と記載しなければならない', required('社外秘')],
    ['「秘密保持」の条項を設けなければならない。', section('秘密保持')],
    ['禁止用語：絶対、必ず', forbidden('絶対', '必ず')],
    ['必須項目：連絡先、「期限」', required('連絡先', '期限')],
    ['Must not contain the word confidential', forbidden('confidential')],
    [
      'The document must not contain the words guaranteed, risk-free or cheap.',
      { ...forbidden('guaranteed', 'risk-free', 'cheap'), any: true },
    ],
    ['The word confidential must not appear anywhere', forbidden('confidential')],
    ['No report may use the word cheap', forbidden('cheap')],
    ['Documents must be free of the word "cheap".', forbidden('cheap')],
    ['The words "shall" and "must" must not be used.', forbidden('shall', 'must')],
    ['The contract must contain the phrase governing law', required('governing law')],
    ['There must be a section named Data protection', section('Data protection')],
    ['There must be a section named "Data protection".', section('Data protection')],
    ['Each report must have a Summary section', section('Summary')],
    ['A section titled Termination is required', section('Termination')],
    ['Every contract has a chapter called “Liability”', section('Liability')],
    ['見出し「目的」があること', section('目的')],
    ['文書には見出し「目的」を設けること。', section('目的')],
    ['「目的」という見出しがあること', section('目的')],
    ['目的という章を設けること', section('目的')],
    ['文書には目的の章を設けなければならない', section('目的')],
    ['機密という語を含まないこと', forbidden('機密')],
    ['文書に機密という言葉を含めてはならない', forbidden('機密')],
    ['「社外秘」の記載があること', required('社外秘')],
  ])('%s', (rule, read) => {
    expect(wordRuleOf(rule)).toEqual(read)
  })

  test('with one of several words being enough', () => {
    expect(wordRuleOf("The label must state 'organic' or 'natural'")).toEqual({
      ...required('organic', 'natural'),
      any: true,
    })
    expect(wordRuleOf('「税込」または「税別」を明記すること')).toEqual({ ...required('税込', '税別'), any: true })
  })
})

test.each([
  "If it is paid, the invoice must state 'PAID'",
  "'Confidential' must appear on every page",
  "The 'Confidential' mark must not be removed",
  "Documents must not use the word 'free' unless the product costs nothing",
  "The report shall not state that 'all is well' without figures",
  'Every contract names its term of notice',
  "Employees must not use 'Dropbox'",
  "'Two-factor authentication' is mandatory",
  '「USBメモリー」の使用を禁止する',
  '「二要素認証」を使用すること',
  '個人情報を含む場合は「要注意」と明記すること',
  '表紙に「社外秘」と記載すること',
  '「顧客」の情報を第三者に提供してはならない',
  '「社内規程」に従って保存すること',
  'Must not contain the word confidential on the cover',
  'The phrase as is must not appear',
  'The report must use the words correctly',
  'The contract must state the term of notice',
  'The report must include a section about risks that are known',
  'Passwords must not contain words of other languages',
  '契約という関係を守ること',
])('a rule that looking for words does not decide is left alone: %s', (rule) => {
  expect(wordRuleOf(rule)).toBeUndefined()
})
