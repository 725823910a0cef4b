import { expect, test } from 'vitest'
import { otherTerms } from '~/provider/search/other-words.ts'

const words = (question: string) => otherTerms(question).map(({ term }) => term)

test.each([
  ['How many holidays are there?', 'vacat'],
  ['社員のボーナスの時期', '賞与'],
  ['有休は何日もらえますか', '有給'],
  ['ＰＣではなくパソコンで', 'コンピュータ'],
])('What %s asks for is also looked for in other words', (question, other) => {
  expect(words(question)).toContain(other)
})

test('Another word counts less than the one that was asked for', () => {
  for (const { share } of otherTerms('How many holidays are there?')) expect(share).toBeLessThan(1)
})

test('What was asked for already is no other word', () => {
  expect(words('the holidays, vacations and leave')).toEqual([])
})

test('A word within a longer English one brings nothing', () => {
  expect(words('a carpet of the company')).toEqual(words('a rug of the company'))
})

test('Many things asked at once bring a bounded number of words', () => {
  expect(words('leave salary illness staff firm manager hotel trip car fee refund purchase waste').length).toBe(16)
})
