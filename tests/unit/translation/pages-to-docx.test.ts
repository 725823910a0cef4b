import { strFromU8, unzipSync } from 'fflate'
import { DOMParser } from 'linkedom'
import { expect, test } from 'vitest'
import { openOffice } from '~/provider/agents/translation/office/open-office.ts'
import { pagesToDocx } from '~/provider/agents/translation/pages-to-docx.ts'
import { plainOf } from '~/provider/agents/translation/segment.ts'
import { extractPages } from '~/provider/documents/extract.ts'
import { mimeTypes } from '../documents/fixtures.ts'

const prose = 'この規則は、従業員の労働条件および服務に関する事項を定める。'.repeat(3)
const pages = [
  {
    text: `就業規則\n2026年4月1日施行\n第1章 総則\n第1条（目的）\n${prose}\nWhere to put it\n${'On an inner wall. '.repeat(6).trim()}`,
  },
  { text: '品名\t数量\nねじ\t40\t注\n• 住民票\n1. 記入する。' },
]

const document = await pagesToDocx(pages)

/** Style and text of each paragraph. */
function paragraphsOf(bytes: Uint8Array): [style: string, text: string][] {
  const tree = new DOMParser().parseFromString(strFromU8(unzipSync(bytes)['word/document.xml']!), 'text/xml')
  return [...tree.querySelectorAll('*')]
    .filter(({ tagName }) => tagName === 'w:p')
    .map((paragraph) => {
      const style = [...paragraph.querySelectorAll('*')].find(({ tagName }) => tagName === 'w:pStyle')
      return [style?.getAttribute('w:val') ?? '', (paragraph.textContent ?? '').slice(0, 12).trim()]
    })
}

test('what looks like a heading or an item of a list becomes one, and the rest are paragraphs and tables', () => {
  expect(paragraphsOf(document)).toEqual([
    ['Title', '就業規則'],
    ['', '2026年4月1日施行'],
    ['Heading1', '第1章 総則'],
    ['Heading2', '第1条（目的）'],
    ['', 'この規則は、従業員の労働'],
    ['Heading2', 'Where to put'],
    ['', 'On an inner'],
    ['', ''],
    ...['品名', '数量', '', 'ねじ', '40', '注'].map((cell) => ['', cell]),
    ['ListParagraph', '住民票'],
    ['', '1. 記入する。'],
  ])
})

test('its pages are those that it was made of, and its texts can be translated', async () => {
  const [first, second] = await extractPages(document, 'rules.docx', mimeTypes.docx)
  expect(first!.text).toBe(pages[0]!.text)
  expect(second!.text).toBe('品名\t数量\t\nねじ\t40\t注\n住民票\n1. 記入する。')
  expect(openOffice(document, 'docx').segments.map(plainOf)).toEqual(
    expect.arrayContaining(['就業規則', '注', '住民票']),
  )
})
