import { expect, test } from 'vitest'
import { fold } from '~/provider/keywords/fold.ts'

/** A keyword, and what a question says for it. */
const same: [why: string, keyword: string, text: string][] = [
  ['case', 'secret', 'SeCReT'],
  ['full width', 'secret', 'ｓｅｃｒｅｔ'],
  ['half-width kana', 'ガス', 'ｶﾞｽ'],
  ['a combining voicing mark', 'ガス', 'カ\u3099ス'],
  ['a spacing voicing mark', 'ヴ', 'ウ゛'],
  ['a spacing semi-voicing mark', 'パ', 'ハ゜'],
  ['kana', 'ガス', 'がす'],
  ['kana of a foreign word', 'ヴァイオリン', 'ゔぁいおりん'],
  ['iteration marks', 'バナヽ', 'ばなゝ'],
  ['ligatures', 'office', 'oﬃce'],
  ['circled letters', 'secret', 'ⓢⓔⓒⓡⓔⓣ'],
  ['mathematical letters', 'secret', '𝓼𝓮𝓬𝓻𝓮𝓽'],
  ['a company as one sign', '(株)', '㈱'],
  ['a company as one square', '株式会社', '㍿'],
  ['a zero-width space', 'secret', 'sec\u200bret'],
  ['a soft hyphen', 'secret', 'sec\u00adret'],
  ['a word joiner', 'secret', 'sec\u2060ret'],
  ['a grapheme joiner', 'secret', 'sec\u034fret'],
  ['a byte-order mark', 'secret', '\ufeffsecret'],
  ['a turn of direction', 'secret', 'sec\u202e\u202cret'],
  ['a tag character', 'secret', 'sec\u{e0061}ret'],
  ['Hangul fillers', 'secret', 'sec\u3164\u115f\u1160\uffa0ret'],
  ['a variation selector', 'secret', 'sec\ufe0fret'],
  ['an ideographic variation selector', '葛城', '葛\u{e0100}城'],
  ['a control character', 'secret', 'sec\u0000\u0008ret'],
  ['a joiner before a voicing mark', 'ガス', 'ｶ\u200bﾞｽ'],
  ['sharp s', 'strasse', 'Straße'],
  ['a capital sharp s', 'strasse', 'STRAẞE'],
  ['a final sigma', 'ΟΔΟΣ', 'οδος'],
  ['a Turkish capital i', 'istanbul', 'İstanbul'],
  ['more spaces', 'top secret', 'top \t\n secret'],
  ['a full-width space', 'top secret', 'top\u3000secret'],
]

test.each(same)('%s does not hide a keyword', (_why, keyword, text) => {
  expect(fold(text)).toBe(fold(keyword))
})

const different: [why: string, one: string, other: string][] = [
  ['Cyrillic letters that look like Latin ones', 'secret', 'sеcrеt'],
  ['spaces between letters', 'secret', 's e c r e t'],
  ['the ideograph that looks like a long-vowel mark', 'データ', 'デ一タ'],
  ['voiced and unvoiced kana', 'ガス', 'カス'],
  ['small and large kana', 'びょういん', 'びよういん'],
]

test.each(different)('%s are told apart', (_why, one, other) => {
  expect(fold(one)).not.toBe(fold(other))
})

test('folding what is folded changes nothing', () => {
  for (const [, keyword, text] of same) {
    expect(fold(fold(keyword))).toBe(fold(keyword))
    expect(fold(fold(text))).toBe(fold(text))
  }
})

test('nothing is left of what draws nothing, and a lone surrogate does no harm', () => {
  expect(fold(' \u200b\u3164\ufe0f\n')).toBe('')
  expect(fold('a\ud800b')).toBe('a\ufffdb')
})
