import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { extractPages } from '~/provider/documents/extract.ts'
import { bytesOf, docxOf, mimeTypes, paragraph, pdfOf, pptxOf, shiftJisPdf } from './fixtures.ts'
import { sample } from './sample.ts'

test('A PDF keeps its page numbers, joins lines to paragraphs and mends words split at line ends', async () => {
  const bytes = await pdfOf(
    ['Working from home is possible on three days of a week for every em-', 'ployee. Ask your manager.', 'Short line.'],
    [],
    ['The third page.'],
  )
  expect(await extractPages(bytes, 'a.pdf', mimeTypes.pdf)).toEqual([
    {
      page: 1,
      text: 'Working from home is possible on three days of a week for every employee. Ask your manager.\nShort line.',
    },
    { page: 3, text: 'The third page.' },
  ])
})

test("A Japanese PDF's sentences are whole, without gaps at line ends", async () => {
  const pages = await extractPages(sample('就業規則.pdf'), '就業規則.pdf', mimeTypes.pdf)
  expect(pages).toHaveLength(6)
  expect(pages[1]!.text).toContain('時間外労働は、原則として1か月45時間、1年360時間を限度とする。')
  expect(pages[2]!.text).toContain('6か月\t10日\n1年6か月\t11日')
})

test('Japanese text in a font that is not embedded is read by its predefined character map', async () => {
  const [page] = await extractPages(shiftJisPdf('8f418bc68b4b91a5'), 'old.pdf', mimeTypes.pdf)
  expect(page!.text).toBe('就業規則')
})

test('Headers, footers and page numbers that repeat are left out', async () => {
  const pages = await extractPages(sample('employee-handbook.pdf'), 'employee-handbook.pdf', mimeTypes.pdf)
  for (const { text } of pages) expect(text).not.toMatch(/Employee Handbook 2026|^\d \/ 6$/m)
  expect(pages[2]!.text).toContain('Hotel, one night with breakfast\t180 EUR\t18,000 JPY\t210 EUR')
})

test('A DOCX is cut at its page breaks, and its tables are rows', async () => {
  const pages = await extractPages(sample('情報セキュリティ規程.docx'), '情報セキュリティ規程.docx', mimeTypes.docx)
  expect(pages.map(({ text }) => text.split('\n')[0])).toEqual([
    '情報セキュリティ規程',
    '3. パスワードと認証',
    '5. 事故の報告',
  ])
  expect(pages[0]!.text).toContain('社外秘\t顧客名簿、見積書、設計図\t社内のみで共有し、社外への提供は部門長が承認する')
})

test('A break that Word marks twice starts one page', async () => {
  const explicit = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
  const laidOut = '<w:p><w:r><w:lastRenderedPageBreak/><w:t>Second</w:t></w:r></w:p>'
  const pages = await extractPages(docxOf(paragraph('First') + explicit + laidOut), 'a.docx', mimeTypes.docx)
  expect(pages).toEqual([
    { page: 1, text: 'First' },
    { page: 2, text: 'Second' },
  ])
})

test('A DOCX without page breaks is cut at its top-level headings', async () => {
  const body =
    paragraph('Preface') + paragraph('One', 'Heading1') + paragraph('Text of one') + paragraph('Two', 'Heading1')
  const pages = await extractPages(docxOf(body), 'a.docx', mimeTypes.docx)
  expect(pages.map(({ text }) => text)).toEqual(['Preface', 'One\nText of one', 'Two'])
})

test('Deleted text and field codes of a DOCX are not read', async () => {
  const body =
    '<w:p><w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText>Gone</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>'
  expect((await extractPages(docxOf(body), 'a.docx', mimeTypes.docx))[0]!.text).toBe('Kept')
})

test('The visible sheets of an XLSX are pages with dates, numbers and their name', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '売上',
        rows: [
          ['日付', '金額'],
          [new Date('2026-04-01T00:00:00Z'), 0.1 + 0.2],
          ['合計', 1200],
        ],
      },
      { name: 'Hidden', hidden: true, rows: [['secret']] },
      { name: 'Notes', rows: [['A note']] },
    ],
  })
  expect(await extractPages(bytes, 'a.xlsx', mimeTypes.xlsx)).toEqual([
    { page: 1, text: '売上\n日付\t金額\n2026-04-01\t0.3\n合計\t1200' },
    { page: 2, text: 'Notes\nA note' },
  ])
})

test('A sheet of 2,500 rows goes on over three pages that each name the columns', async () => {
  const rows = Array.from({ length: 2_500 }, (_, i) => [`item ${i + 1}`, i])
  const pages = await extractPages(
    await writeXlsx({ sheets: [{ name: 'S', rows: [['Name', 'Count'], ...rows] }] }),
    'a.xlsx',
    mimeTypes.xlsx,
  )
  expect(pages).toHaveLength(3)
  for (const { text } of pages) expect(text).toMatch(/^S\nName\tCount\nitem /)
  expect(pages[2]!.text).toMatch(/item 2500\t2499$/)
})

test('The slides of a PPTX are read in the order shown', async () => {
  const text = (words: string) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`
  const table = `<a:tbl><a:tr><a:tc>${text('Q1')}</a:tc><a:tc>${text('12 &amp; 3')}</a:tc></a:tr></a:tbl>`
  const pages = await extractPages(pptxOf(text('最初のスライド'), text('Second') + table), 'a.pptx', mimeTypes.pptx)
  expect(pages).toEqual([
    { page: 1, text: '最初のスライド' },
    { page: 2, text: 'Second\nQ1\t12 & 3' },
  ])
})

test.each([
  ['UTF-8', [...bytesOf('品名,単価\r\nりんご,120')]],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, ...bytesOf('品名,単価\r\nりんご,120')]],
  ['UTF-16', [0xff, 0xfe, ...Buffer.from('品名,単価\r\nりんご,120', 'utf16le')]],
  ['Shift_JIS', [...Buffer.from('9569 96bc 2c92 5089 bf0d 0a82 e882 f182 b22c 3132 30'.replaceAll(' ', ''), 'hex')]],
  ['EUC-JP', [...Buffer.from('c9ca ccbe 2cc3 b1b2 c10d 0aa4 eaa4 f3a4 b42c 3132 30'.replaceAll(' ', ''), 'hex')]],
])('A CSV in %s is read', async (_, bytes) => {
  expect(await extractPages(Uint8Array.from(bytes), 'a.csv', 'text/csv')).toEqual([
    { page: 1, text: '品名\t単価\nりんご\t120' },
  ])
})

test('A text in Windows-1252 is not taken for Japanese', async () => {
  const bytes = Uint8Array.from(Buffer.from('Résumé of the café owner', 'latin1'))
  expect((await extractPages(bytes, 'a.txt', 'text/plain'))[0]!.text).toBe('Résumé of the café owner')
})

test('Quoted cells of a CSV may hold separators and line breaks', async () => {
  const pages = await extractPages(bytesOf('Name,Note\n"Smith, J.","two\nlines"\n'), 'a.csv', 'text/csv')
  expect(pages[0]!.text).toBe('Name\tNote\nSmith, J.\ttwo lines')
})

test('A CSV that says what separates its cells is read by that, and the line is none of its rows', async () => {
  const pages = await extractPages(bytesOf('sep=|\r\nName|Note\r\nA, B|one; two\r\n'), 'a.csv', 'text/csv')
  expect(pages[0]!.text).toBe('Name\tNote\nA, B\tone; two')
})

test('A form feed starts a page of plain text, and a long text is cut at a line', async () => {
  const line = `${'x'.repeat(99)}\n`
  const pages = await extractPages(bytesOf(`One\fTwo\f${line.repeat(250)}`), 'a.md', 'text/markdown')
  expect(pages.map(({ text }) => text.length)).toEqual([3, 3, 19_999, 4_999])
})
