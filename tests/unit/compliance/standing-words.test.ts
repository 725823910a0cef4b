import { describe, expect, test } from 'vitest'
import { hasWords, plainText, locateQuote } from '~/provider/agents/compliance/locate-quote.ts'

describe('words stand in a text', () => {
  test.each([
    ['across lines and in another case', 'The fee\nis DUE today', 'fee is due', 'fee\nis DUE'],
    ['with other quotation marks and dashes', 'a “fair” price – net', '"fair" price - net', '“fair” price – net'],
    ['in another width', 'Ｔｅｌ：０３', 'tel:03', 'Ｔｅｌ：０３'],
    ['in half-width kana with their marks', 'ﾊﾟｽﾜｰﾄﾞは8文字', 'パスワードは', 'ﾊﾟｽﾜｰﾄﾞは'],
    ['over a line’s end in Japanese', '秘密保\n持義務を負う', '秘密保持義務', '秘密保\n持義務'],
    ['with blanks between Japanese and Latin letters', '甲は NDA を結ぶ', '甲はNDAを結ぶ', '甲は NDA を結ぶ'],
  ])('%s, and are given as they stand', (_, text, words, standing) => {
    expect(locateQuote(text, words)).toBe(standing)
  })

  test('only where all of them do', () => {
    expect(locateQuote('The fee is 300 yen.', 'The fee is 400 yen.')).toBeUndefined()
    expect(locateQuote('The fee is 300 yen.', ' \n ')).toBeUndefined()
  })

  test('as whole words where that is asked', () => {
    expect(locateQuote('A party of the first part', 'art', { whole: true })).toBeUndefined()
    expect(hasWords(plainText('party, art'), 'art')).toBe(true)
    expect(hasWords(plainText('300円'), '30')).toBe(false)
    expect(hasWords(plainText('絶対的'), '絶対')).toBe(true)
  })
})
