import { expect, test } from 'vitest'
import { passagesOf } from '~/provider/search/passages.ts'
import { queryTerms } from '~/provider/search/query-terms.ts'
import { termsOf } from '~/provider/search/terms.ts'
import { indexForms, titleOf } from '~/provider/search/tokens.ts'

test('Words are stemmed, folded and freed of stop words', () => {
  expect(termsOf("The employees' Résumés were approved").words).toEqual(['employe', 'resum', 'approv'])
  expect(termsOf('ＵＳＢ and ｻｰﾊﾞｰ').words).toEqual(['usb', 'サーバ'])
})

test('Numbers stay whole, with or without grouping commas', () => {
  expect(termsOf('1,200.50 euros').words).toEqual(termsOf('1200.50 euros').words)
  expect(termsOf('88.9').words).not.toContain('9')
})

test('Japanese gives words and the pairs of its letters, across scripts but not across marks', () => {
  const { words, bigrams } = termsOf('年次有給休暇、の日数')
  expect(words).toEqual(['年次', '有給', '休暇', '日数'])
  expect(bigrams).toEqual(['年次', '次有', '有給', '給休', '休暇', 'の日', '日数'])
})

test('Question words are no search terms', () => {
  expect(queryTerms('What is the budget?')).toEqual([{ kind: 'w', term: 'budget' }])
  expect(queryTerms('定年は何歳ですか?')).toContainEqual({ kind: 'w', term: '定年' })
  expect(queryTerms('What is it?')).toEqual([])
})

test('What was cut off an inflected word counts less than a word', () => {
  expect(queryTerms('粒を細かくする')).toContainEqual({ kind: 'w', term: 'く', share: 0.25 })
  expect(queryTerms('粒を細かくする')).toContainEqual({ kind: 'w', term: '粒' })
})

test('A question as long as a book makes a short query', () => {
  const book = Array.from({ length: 20_000 }, (_, i) => `word${i} 語彙${i}`).join(' ')
  expect(queryTerms(book).length).toBeLessThanOrEqual(80)
})

test('Irregular forms of an English word are that word, as regular ones are', () => {
  expect(termsOf('Children were taught').words).toEqual(termsOf('a child, teaching').words)
  expect(termsOf('The shelves that were chosen').words).toEqual(termsOf('a shelf to choose').words)
  expect(termsOf('what was left').words).toEqual(['left'])
})

test('The token of a term tells its shelf, and says more the oftener it occurs or where the title has it', () => {
  const text = `budget ${'other words of a text that goes on '.repeat(20)}`
  const token = (more: string, title = '') =>
    indexForms[0]!.tokensOf(`${more} ${text}`, titleOf(title), 'generated').match(/budgetw\S*/g)
  expect(token('')).toEqual(['budgetwga'])
  expect(token('budget')).toEqual(['budgetwga', 'budgetwgr'])
  expect(token('', 'Budget 2026.pdf')).toEqual(['budgetwga', 'budgetwgh'])
})

test('Passages hold every line of the page, and a heading stays with what follows', () => {
  const section = (name: string) =>
    `${name}\n${`${'Some words make a sentence of this section. '.repeat(20).trim()}\n`.repeat(2)}`
  const page = ['One', 'Two', 'Three'].map(section).join('')
  const passages = passagesOf(page)
  expect(passages.join('\n')).toBe(page.trimEnd())
  expect(passages.filter((passage) => /^(One|Two|Three)\n/.test(passage))).toHaveLength(3)
  for (const passage of passages) expect(passage).not.toMatch(/\n(One|Two|Three)$/)
})

test('A paragraph longer than a passage is cut behind a sentence, and one without sentences anywhere', () => {
  const sentences = passagesOf('これは一つの文である。'.repeat(200))
  expect(sentences.length).toBeGreaterThan(2)
  for (const passage of sentences) expect(passage).toMatch(/^(これは一つの文である。)+$/)
  const letters = passagesOf('x'.repeat(5_000))
  expect(letters.join('')).toBe('x'.repeat(5_000))
  expect(Math.max(...letters.map(({ length }) => length))).toBeLessThanOrEqual(1_350)
})
