import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import { expect, test } from 'vitest'
import { composeAnswer } from '~/provider/builtin/compose-answer.ts'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { sentencesOf, splitSentences } from '~/provider/builtin/sentences.ts'
import type { Passage } from '~/provider/search/passage.ts'
import { syntaxFor } from '~/ui/markdown/syntax.ts'

function passage(text: string, more: Partial<Passage> = {}): Passage {
  return { id: 1, file_id: 1, file_name: 'a.pdf', page: 1, text, opens_page: 0, score: 1, url: null, ...more }
}

const render = (markdown: string) =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [syntaxFor(markdown)] }, markdown))

test('The sentence that answers is quoted first, with its source and its very words', () => {
  const text = 'Travel\nThe office closes at six. Hotels cost up to 180 euros a night. Trains are preferred.'
  const { pieces, references } = composeAnswer('How much may a hotel cost per night?', [passage(text, { page: 3 })], {
    language: 'en',
  })
  expect(pieces.join('')).toContain('> Hotels cost up to 180 euros a night. [:&1]')
  expect(references).toEqual([
    {
      id: 1,
      type: 'document',
      name: 'a.pdf',
      file_id: 1,
      page_number: 3,
      excerpt: 'Hotels cost up to 180 euros a night.',
    },
  ])
  expect(text).toContain(references[0]!.excerpt)
})

test('Sentences of one page share a reference, whose excerpt has a line for each', () => {
  const text = 'The hotel limit is 180 euros. The hotel limit in Japan is 18,000 yen.'
  const { pieces, references } = composeAnswer(
    'What is the hotel limit?',
    [passage(text), passage('The hotel limit is low.', { file_id: 2 })],
    { language: 'en' },
  )
  expect(references.map(({ id, file_id }) => [id, file_id])).toEqual([
    [1, 1],
    [2, 2],
  ])
  expect(references[0]!.excerpt!.split('\n')).toHaveLength(2)
  expect(pieces.join('').match(/\[:&1\]/g)).toHaveLength(2)
})

test("A row of a table is told with its columns' names", () => {
  const text = 'Product\tPrice\tStock\nDesk\t120\t4\nChair\t80\t9'
  const { pieces, references } = composeAnswer(
    'What is the price of the chair?',
    [passage(text, { file_name: 'list.csv' })],
    { language: 'en' },
  )
  expect(pieces.join('')).toContain('> Product: **Chair**, Price: **80**, Stock: **9** [:&1]')
  expect(references[0]!.excerpt!.split('\n')[0]).toBe('Chair\t80\t9')
})

test.each([
  ['en', 'Who painted the ceiling?', 'I found nothing in your files'],
  ['ja', '天井画を描いたのは誰ですか', '見つかりませんでした'],
] as const)(
  'Without an answer in the passages, the %s answer says so and cites nothing',
  (language, question, words) => {
    for (const passages of [[], [passage('Lunch is at noon. 昼食は正午からである。')]]) {
      const { pieces, references } = composeAnswer(question, passages, { language })
      expect(pieces.join('')).toContain(words)
      expect(references).toEqual([])
    }
  },
)

test('Every answer says that no language model wrote it', () => {
  expect(
    composeAnswer('hotel limit', [passage('The hotel limit is 180 euros.')], { language: 'en' }).pieces.join(''),
  ).toContain('No language model')
  expect(composeAnswer('定年', [passage('定年は65歳とする。')], { language: 'ja' }).pieces.join('')).toContain(
    '言語モデルが設定されていない',
  )
  expect(composeAnswer('hotel limit', [], { language: 'en' }).pieces.join('')).toContain('No language model')
})

test.each([
  ['a link', 'The offer is [here](https://evil.example/a) for you.'],
  ['an image', 'The offer is ![x](https://evil.example/a.png) today.'],
  ['a bare address', 'The offer is at https://evil.example/offer and http://evil.example now.'],
  ['a bare www address', 'The offer is at www.evil.example for all.'],
  ['an email address', 'The offer is set by boss@evil.example alone.'],
  ['an autolink', 'The offer is <https://evil.example> today.'],
  ['HTML', 'The offer is <img src=x onerror=alert(1)><a href="//evil.example">5</a>.'],
  ['a reference definition', 'The offer [x]: https://evil.example is it.'],
  ['a heading', '# The offer is 5.'],
  ['a list', '+ The offer is 5.'],
  ['emphasis and code', 'The offer *is* `five` ~~six~~ __now__.'],
  ['a citation', 'The offer is 5 [:&9] [:&1].'],
])('%s in a document stays text in the answer', (_, text) => {
  const markdown = composeAnswer('What is the offer?', [passage(text)], { language: 'en' }).pieces.join('')
  const html = render(markdown)
  const quotation = /<blockquote>([^]*?)<\/blockquote>/.exec(html)![1]!
  expect(quotation.replace(/<\/?p>/g, '')).not.toMatch(/<(?!\/?p>)/)
  const shown = quotation
    .replace(/<[^>]*>/g, '')
    .replaceAll('[ :&amp;', '[:&amp;')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  expect(shown.trim()).toBe(`${text} [:&1]`)
  expect(markdown.match(/\[:&\d+\]/g)).toEqual(['[:&1]'])
})

test('The pieces are small, and markers are never cut', () => {
  const { pieces } = composeAnswer(
    '有給休暇は何日?',
    [passage('有給休暇は入社6か月後に10日を付与し、勤続年数に応じて20日まで増える。')],
    { language: 'ja' },
  )
  expect(pieces).toContain('[:&1]')
  expect(pieces.length).toBeGreaterThan(20)
  for (const piece of pieces) expect(piece.length).toBeLessThan(24)
})

test('An image file is cited as an image', () => {
  const [reference] = composeAnswer('limit', [passage('The limit is 5.', { file_name: 'scan.PNG' })], {
    language: 'en',
  }).references
  expect(reference!.type).toBe('image')
})

test('Sentences end where a reader sees their end', () => {
  expect(splitSentences('Ask Dr. Brennan, e.g. by phone. It costs 3.5 euros! Really?')).toEqual([
    'Ask Dr. Brennan, e.g. by phone.',
    'It costs 3.5 euros!',
    'Really?',
  ])
  expect(splitSentences('The doors open at 9 a.m. Visitors call Capt. Reyl, ext. 4120.')).toEqual([
    'The doors open at 9 a.m.',
    'Visitors call Capt. Reyl, ext. 4120.',
  ])
  expect(splitSentences('休日は土曜日とする。ただし、会社が認めた場合は除く。「はい。」と答える。')).toHaveLength(3)
})

test('A line that names a value is a sentence, and one that only names what follows is a heading', () => {
  const texts = (passage: string) => sentencesOf(passage).map(({ text }) => text)
  expect(texts('利用規約\n最終改定日：2026年4月1日\n会員は守る。')).toEqual([
    '最終改定日：2026年4月1日',
    '会員は守る。',
  ])
  expect(texts('Invoice no.: 17-A\nIt is due now.')).toEqual(['Invoice no.: 17-A', 'It is due now.'])
  expect(texts('Chapter 2: Fees\nThey are low.')).toEqual(['They are low.'])
})

test('The mark of a list is not part of its sentence', () => {
  expect(splitSentences('• Lock your screen.')).toEqual(['Lock your screen.'])
  expect(splitSentences('3. Your manager approves the claim.')).toEqual(['Your manager approves the claim.'])
})

test('Kana or kanji make a question Japanese', () => {
  expect(['What is 就業規則?', 'いつ?', 'When?', '2026'].map(questionLanguage)).toEqual(['ja', 'ja', 'en', 'en'])
})

test('A crawled page is one web reference, however many of its sentences are quoted', () => {
  const url = 'https://example.com/limits'
  const text = 'The hotel limit is 180 euros. The hotel limit in Japan is 18,000 yen.'
  const { pieces, references } = composeAnswer('What is the hotel limit?', [passage(text, { url })], { language: 'en' })
  expect(references).toMatchObject([{ id: 1, type: 'web', name: 'a.pdf', url }])
  expect(references[0]).not.toHaveProperty('file_id')
  expect(pieces.join('')).toContain('[:&1]')
})
