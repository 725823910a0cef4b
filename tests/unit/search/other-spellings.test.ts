import { expect, test } from 'vitest'
import { otherSpellings } from '~/provider/search/other-spellings.ts'
import { queryTerms } from '~/provider/search/query-terms.ts'
import { termsOf } from '~/provider/search/terms.ts'

/** Whether a search for a word looks for a longer word or a pair of letters that a text has of another. */
const finds = (asked: string, written: string) => {
  const { words, bigrams } = termsOf(written)
  return [...queryTerms(asked), ...otherSpellings(asked)].some(
    ({ kind, term }) => term.length > 1 && (kind === 'w' ? words : bigrams).includes(term),
  )
}

test.each([
  ['申し込み', '申込み', '申込'],
  ['取り組み', '取組み', '取組'],
  ['打ち合わせ', '打合せ'],
  ['見積もり', '見積り', '見積'],
  ['払い戻し', '払戻し', '払戻'],
  ['立て替え', '立替え', '立替'],
  ['引き継ぎ', '引継ぎ', '引継'],
  ['手続き', '手続'],
  ['支払い', '支払'],
])('%s is looked for in each of its spellings', (...spellings) => {
  for (const asked of spellings)
    for (const written of spellings) expect(finds(asked, written), `${asked}: ${written}`).toBe(true)
})

test('A word of its own, and one whose kana are those of other words, have no other spelling', () => {
  expect(otherSpellings('労働組合の会議で取引先へ送付する')).toEqual([])
  expect(otherSpellings('人を取る組')).toEqual([])
})

test('Many compounds asked at once bring a bounded number of terms', () => {
  const many = '申込 取組 打合せ 見積 払戻 立替 引継 手続 支払 振込 繰越 切替'
  expect(otherSpellings(many).length).toBe(12)
})
