import { describe, expect, test } from 'vitest'
import { openOffice } from '~/provider/agents/translation/office/open-office.ts'
import { place, plainOf, sourceOf } from '~/provider/agents/translation/segment.ts'
import { extractPages } from '~/provider/documents/extract.ts'
import { docxOf, mimeTypes, paragraph } from '../documents/fixtures.ts'
import { sample } from '../documents/sample.ts'
import { japaneseReport } from './report.ts'
import { structureOf, wordsOf } from './structure.ts'

const words = /^word\/(document|header|footer|footnotes)\d*\.xml$/
const report = await japaneseReport()

/** A translation of each segment that keeps its tags. */
const english = (source: string) =>
  source.replace(/[^<>/\d]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^<>]*/gu, 'Wort ')

async function translated(bytes: Uint8Array, translate: (source: string) => string): Promise<Uint8Array> {
  const document = openOffice(bytes, 'docx')
  for (const segment of document.segments) place(segment, translate(sourceOf(segment)))
  return document.save()
}

test('a document’s segments are its paragraphs, those of header, footer, footnote, cells and text box among them', () => {
  expect(openOffice(report, 'docx').segments.map(sourceOf)).toEqual(
    expect.arrayContaining([
      '年次報告書',
      '<1>売上は</1><2>過去最高</2><3>でした</3><4>。詳しくは</4><5>こちら</5><6>。</6>',
      '発行日',
      '令和8年12月1日',
      '品名',
      'ねじ',
      '5万円',
      '図1',
      '重要事項',
      '株式',
      '新しい事業 & 計画',
      '社外秘',
      'ページ',
      '税抜きの金額です。',
    ]),
  )
})

describe('a document that is translated', () => {
  test('has the same parts and the same structure, apart from its words', async () => {
    const result = await translated(report, english)
    expect(structureOf(result, words)).toEqual(structureOf(report, words))
    expect(wordsOf(result, 'word/header1.xml')).toEqual(['Wort'])
    expect(wordsOf(result, 'word/document.xml').join('|')).not.toMatch(/\p{Script=Han}|\p{Script=Hiragana}/u)
  })

  test('keeps the look of words within a sentence', async () => {
    const result = await translated(report, (source) =>
      source.includes('過去最高')
        ? '<1>Sales were </1><2>higher than ever</2><3></3><4>. Read more </4><5>here</5>.<6></6>'
        : source,
    )
    const texts = wordsOf(result, 'word/document.xml')
    expect(texts.slice(1, 5)).toEqual(['Sales were ', 'higher than ever', '. Read more ', 'here.'])
  })

  test('is read again by our own reader, with every word in its place', async () => {
    const result = await translated(report, (source) => source.replace('ねじ', 'Screw').replace('金額', 'Amount'))
    const [page] = await extractPages(result, 'report.docx', mimeTypes.docx)
    expect(page!.text).toContain('品名\tAmount\nScrew\t5万円')
  })
})

test('a translation without the tags of its source goes whole into the first words', async () => {
  const result = await translated(report, (source) =>
    source.includes('過去最高') ? 'Sales <2>were high</2>.' : source,
  )
  expect(wordsOf(result, 'word/document.xml')[1]).toBe('Sales were high.')
  expect(structureOf(result, words)).toEqual(structureOf(report, words))
})

test('the reading of a word goes when the word does', async () => {
  expect(wordsOf(report, 'word/document.xml')).toContain('かぶしき')
  expect(wordsOf(await translated(report, english), 'word/document.xml')).not.toContain('かぶしき')
})

test('what a translation has as characters is no markup, and what XML cannot have is left out', async () => {
  const result = await translated(report, () => 'a < b & "c" \u0001\ud800]]>')
  expect(wordsOf(result, 'word/header1.xml')).toEqual(['a < b & "c" \ufffd]]>'])
})

test('what stays untranslated is highlighted, once, and nothing else is', async () => {
  const document = openOffice(report, 'docx')
  const segment = document.segments.find((each) => plainOf(each) === '年次報告書')!
  segment.mark!()
  segment.mark!()
  const result = await document.save()
  const marks = structureOf(result, words)['word/document.xml']!.match(/<w:highlight[^>]*>/g)
  expect(marks).toEqual(['<w:highlight w:val="yellow" />'])
})

test.each(['product-board-minutes-2026-10.docx', '情報セキュリティ規程.docx'])(
  '%s comes out as it went in where every segment is written back',
  async (name) => {
    const bytes = sample(name)
    const result = await translated(bytes, (source) => source)
    expect(structureOf(result, words)).toEqual(structureOf(bytes, words))
    expect(await extractPages(result, name, mimeTypes.docx)).toEqual(await extractPages(bytes, name, mimeTypes.docx))
  },
)

test('a document of which nothing is written keeps every byte of every part', async () => {
  expect(structureOf(await openOffice(report, 'docx').save(), /^$/)).toEqual(structureOf(report, /^$/))
})

test('a part with a document type, or with too much text, is refused', () => {
  expect(() => openOffice(docxOf('<!DOCTYPE x>'), 'docx')).toThrow('damaged')
  expect(() => openOffice(docxOf(paragraph('x'.repeat(9_000_000))), 'docx')).toThrow('too_large')
})
