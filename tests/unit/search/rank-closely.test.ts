import { expect, test } from 'vitest'
import type { Passage } from '~/provider/search/passage.ts'
import { queryTerms } from '~/provider/search/query-terms.ts'
import { rankClosely } from '~/provider/search/rank-closely.ts'

const passage = (text: string, id: number): Passage => ({
  id,
  file_id: id,
  file_name: 'notes.txt',
  page: 1,
  text,
  opens_page: 0,
  score: 1,
  url: null,
})

/** The texts in the order that a question ranks them in; all were found alike, and each term weighs the same. */
const ranked = (question: string, texts: string[]) => {
  const terms = queryTerms(question).map((term) => ({ ...term, passages: 1, weight: 1 }))
  return rankClosely(texts.map(passage), terms, question).map(({ text }) => text)
}

test('Words that stand side by side as in the question come before the same words far apart', () => {
  const apart = 'The parking was moved behind the new hall of the plant, where there is now more space.'
  const near = 'A parking space was moved behind the new hall of the plant, where there is now more.'
  expect(ranked('parking space', [apart, near])).toEqual([near, apart])
})

test('A word with the small word of the question beside it comes before the word alone', () => {
  const alone = 'Sacks are carried to the barn in two rows.'
  const phrase = 'Days are carried over to the next years.'
  expect(ranked('Is it carried over?', [alone, phrase])).toEqual([phrase, alone])
})

test('A term that stands more often, or in the heading, comes first', () => {
  const once = 'The archive keeps letters and one map.'
  const twice = 'The map is kept near the other map.'
  expect(ranked('map', [once, twice])).toEqual([twice, once])
  const below = 'Letters\nThe archive keeps a map.'
  const heading = 'Map\nThe archive keeps letters.'
  expect(ranked('map', [below, heading])).toEqual([heading, below])
})

test('A term in the sentence that a page opens with comes before the same term further on, and only there', () => {
  const terms = queryTerms('map').map((term) => ({ ...term, passages: 1, weight: 1 }))
  const later = { ...passage('The archive keeps letters. It has a map.', 0), opens_page: 1 }
  const first = { ...passage('The archive keeps a map. It has letters.', 1), opens_page: 1 }
  const ids = (...passages: Passage[]) => rankClosely(passages, terms, 'map').map(({ id }) => id)
  expect(ids(later, first)).toEqual([1, 0])
  expect(ids({ ...later, opens_page: 0 }, { ...first, opens_page: 0 })).toEqual([0, 1])
})

test('A Japanese character counts as a word only where it is not part of a longer one', () => {
  const part = '橋梁の設計について述べる。'
  const whole = '古い橋を調べて述べる。'
  expect(ranked('橋', [part, whole])).toEqual([whole, part])
})

test('A passage with a Japanese compound as it is asked for comes before one with another of its kind', () => {
  const other = '第47回総選挙の結果。総選挙の開票は45区で遅れた。'
  const asked = '結果は第45回総選挙と同じで、開票は区によって遅れた。'
  expect(ranked('第45回総選挙', [other, asked])).toEqual([asked, other])
})

test.each([
  ['a compound of four characters', '海洋観測', '海洋観の洋観測、海洋。', '海洋観測の洋観。'],
  [
    'the wording of the question',
    '連立を前提',
    '連立をする。独立を前に、話を前提とする連立。',
    '連立を前提とする。独立を前に、話をする。',
  ],
])('A Japanese passage with %s comes before one with all its parts and more of them', (_, question, parts, whole) => {
  expect(ranked(question, [parts, whole])).toEqual([whole, parts])
})

test('A Japanese verb is found in its other forms', () => {
  const other = '来客は受付で名前を書く。'
  const form = '来客には担当の者が受付に呼ばれる。'
  expect(ranked('来客が呼ぶ', [other, form])).toEqual([form, other])
})

test('Repeats of what all passages are about do not outweigh a word that one of them has', () => {
  const repeats = '旅費と、旅費の旅費。旅費も旅費、旅費や旅費。'
  const others = Array.from({ length: 8 }, (_, index) => `旅費、${index}課。`)
  const asked = `旅費を現金で払うことはない。${'本社でも支社でもこれは同じである。'.repeat(24)}`
  const order = ranked('旅費、現金', [repeats, ...others, asked])
  expect(order.indexOf(asked)).toBeLessThan(order.indexOf(repeats))
})

test.each([
  ['Leave ........ 4\nSick leave ........ 9\nPay . . . . . 12', 'On page four: leave.', 'leave'],
  ['Contents\n1 Leave 4\n2 Sick leave 9\n3 Annual leave 12', 'On page four: leave.', 'leave'],
  ['目次\n第1章　休暇　4\n第2章　休暇の申請　9\n第3章　休暇の繰越　12', '第4条　休暇は十日とする。', '休暇'],
  ['休暇…………4\n休暇の申請…………9\n休暇の繰越…………12', '第4条　休暇は十日とする。', '休暇'],
])('A table of contents comes after what it names: %j', (contents, page, question) => {
  expect(ranked(question, [contents, page])).toEqual([page, contents])
})

test('A list of sums is no table of contents', () => {
  const sums = 'Leave days of leave 4\nSick leave 9\nUnpaid leave 12'
  expect(ranked('leave', ['A page with a word on leave in it.', sums])[0]).toBe(sums)
})

test('Other forms of a word count, in full or half width', () => {
  const other = 'Nothing is said here at all.'
  const found = 'ＵＳＢ sticks were chosen by the children.'
  expect(ranked('the child chooses a usb stick', [other, found])[0]).toBe(found)
})

test('Words that stand within a sentence or two come before the same words scattered over the passage', () => {
  const filler = (count: number) => Array.from({ length: count }, (_, i) => `filler${i}`).join(' ')
  const text = (between: number) =>
    `${filler(70 - between)} harbour ${filler(between)} crane ${filler(between)} permit ${filler(70 - between)}`
  const together = text(10)
  const scattered = text(60)
  expect(ranked('harbour crane permit', [scattered, together])).toEqual([together, scattered])
})

test('A related word counts where the word itself is missing, and less than it', () => {
  const other = 'The visitor to the throne was asked about.'
  const related = 'The succession to the throne was asked about.'
  const same = 'The successor to the throne was asked about.'
  expect(ranked('throne successor', [other, related, same])).toEqual([same, related, other])
})

test('Words that merely begin alike are not related', () => {
  const first = 'The contact of the harbour is named.'
  const second = 'The person of the harbour is named.'
  expect(ranked('harbour contract', [second, first])).toEqual([second, first])
})
