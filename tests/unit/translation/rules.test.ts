import { describe, expect, test } from 'vitest'
import { askedLanguage, languageCalled, needsTranslation, writtenIn } from '~/provider/agents/translation/languages.ts'
import { place } from '~/provider/agents/translation/segment.ts'
import { lookUp, readGlossary, readMemory } from '~/provider/agents/translation/terms.ts'
import { translateByRules, wordKey } from '~/provider/agents/translation/translate-by-rules.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each([
  ['Translate this into Japanese, please', 'ja'],
  ['Please translate the English report to French.', 'fr'],
  ['Translate the report in English to German', 'de'],
  ['I need the Korean translation', 'ko'],
  ['Can you give me this in Spanish?', 'es'],
  ['into Traditional Chinese', 'zh-Hant'],
  ['into Chinese', 'zh-Hans'],
  ['英語に翻訳してください', 'en'],
  ['英語で書かれた文書を日本語に訳して', 'ja'],
  ['この文書の英訳をお願いします', 'en'],
  ['ドイツ語訳がほしい', 'de'],
  ['中国語（繁体字）にしてください', 'zh-Hant'],
  ['フランス語へ', 'fr'],
  ['Bitte auf Deutsch', 'de'],
  ['Translate this', undefined],
  ['翻訳して', undefined],
])('%s asks for %s', (question, language) => {
  expect(askedLanguage(question)).toBe(language)
})

test.each([
  ['en', 'en'],
  ['EN-us', 'en'],
  ['English', 'en'],
  ['英語', 'en'],
  ['ja_JP', 'ja'],
  ['日本語', 'ja'],
  ['zh-TW', 'zh-Hant'],
  ['zh-CN', 'zh-Hans'],
  ['Français', 'fr'],
  ['ID', undefined],
  ['notes', undefined],
  ['備考', undefined],
  ['', undefined],
])('a column called %s is of the language %s', (label, language) => {
  expect(languageCalled(label)).toBe(language)
})

test('the language of a text is told by its letters', () => {
  expect(writtenIn(['売上はAcme Corporationで過去最高でした。'])).toBe('ja')
  expect(writtenIn(['The Shinjuku office (新宿) opened in May.'])).toBeUndefined()
  expect(writtenIn(['公司的销售额'])).toBe('zh-Hans')
  expect(writtenIn(['매출'])).toBe('ko')
  expect(needsTranslation('Acme Corporation', 'ja')).toBe(false)
  expect(needsTranslation('Acme', undefined)).toBe(true)
  expect(needsTranslation('12-34', undefined)).toBe(false)
})

const glossary = await readGlossary(
  bytesOf(
    '日本語,備考,English,de-DE\n請求書番号,,Invoice number,Rechnungsnummer\n合計,,Total,Summe\n発行日,,Date of issue,\n"ねじ",,Screw,\n',
  ),
)

describe('rules translate', () => {
  const into = (to: 'en' | 'ja' | 'de') => (text: string) => translateByRules(text, to, lookUp(glossary, to, wordKey))

  test.each([
    ['請求書番号：17-A', 'Invoice number: 17-A'],
    ['合計（5万円）', 'Total (¥50,000)'],
    ['発行日　令和8年12月1日', 'Date of issue December 1, 2026'],
    ['２０２６年度', 'fiscal year 2026'],
    ['2026年4月', 'April 2026'],
    ['9時30分', '9:30'],
    ['3時間、1名', '3 hours, 1 person'],
    ['ねじ・合計', 'Screw · Total'],
    ['12.5kg', '12.5 kg'],
  ])('%s as %s', (japanese, english) => {
    expect(into('en')(japanese)).toBe(english)
  })

  test.each([
    ['Invoice number: 17-A', '請求書番号：17-A'],
    ['TOTAL (¥50,000)', '合計（50,000円）'],
    ['December 1, 2026', '2026年12月1日'],
    ['3 hours', '3時間'],
    ['April 2026', '2026年4月'],
    ['$1,200.50', '1,200.50米ドル'],
  ])('%s as %s', (english, japanese) => {
    expect(into('ja')(english)).toBe(japanese)
  })

  test('terms into any language that the glossary has', () => {
    expect(into('de')('合計: 2026-12-01')).toBe('Summe: 1. Dezember 2026')
  })

  test.each(['売上の合計', '合計 ねじ', 'ねじを買う', 'ISO規格'])('and leave %s, which takes understanding', (text) => {
    expect(into('en')(text)).toBeUndefined()
  })
})

test('a glossary whose columns are no languages is refused', async () => {
  await expect(readGlossary(bytesOf('term,meaning\na,b\n'))).rejects.toThrow('unreadable_text')
})

test('a memory is read in any encoding, without the codes of its tool', async () => {
  const tmx = `<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en"/><body>
  <tu><tuv xml:lang="en-US"><seg>Press <bpt i="1">&lt;b&gt;</bpt>OK<ept i="1">&lt;/b&gt;</ept> &amp; wait.</seg></tuv>
      <tuv xml:lang="ja"><seg><hi>OK</hi>を押して待ちます。</seg></tuv></tu>
  <tu><tuv lang="en"><seg>Only English</seg></tuv></tu>
</body></tmx>`
  const wide = new Uint8Array(
    new Uint16Array([0xfeff, ...Array.from(tmx, (character) => character.charCodeAt(0))]).buffer,
  )
  for (const bytes of [bytesOf(tmx), wide]) {
    expect(await readMemory(bytes)).toEqual([
      { en: 'Press OK & wait.', ja: 'OKを押して待ちます。' },
      { en: 'Only English' },
    ])
  }
})

test('long runs of blanks take no time to speak of', () => {
  const blanks = ' '.repeat(2_000_000)
  let written = ''
  const span = { text: `a${blanks}b`, write: (text: string) => void (written = text) }
  place({ pieces: [span] }, `c${blanks}d`)
  expect(written).toHaveLength(blanks.length + 2)
  expect(translateByRules(span.text, 'ja', new Map())).toBeUndefined()
})
