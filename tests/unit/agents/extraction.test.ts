import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { extractBuiltin } from '~/provider/agents/extraction/extract-builtin.ts'
import { filesOf, type Sheet } from '~/provider/agents/extraction/sheets.ts'

const source = (page: number) => ({ file_id: 7, file_name: '請求書.pdf', page })
const text = {
  file_id: 7,
  file_name: '請求書.pdf',
  pages: [
    { page: 1, text: '請求書番号：17-A\n合計は¥50,000です。期限は2026年12月1日です。' },
    { page: 2, text: '品名\t数量\nねじ\t40\nばね\t8' },
  ],
}

describe('without a model', () => {
  test('fields, dates, sums and tables are taken, each with its page', () => {
    const [values, table] = extractBuiltin('データを抽出して', [text], 'ja').sheets
    expect(values?.rows).toEqual([
      { cells: ['項目', '請求書番号', '17-A'], source: source(1) },
      { cells: ['金額', '合計は¥50,000です。', '50000 JPY'], source: source(1) },
      { cells: ['日付', '期限は2026年12月1日です。', '2026-12-01'], source: source(1) },
    ])
    expect(table).toEqual({
      name: '2ページの表',
      header: ['品名', '数量'],
      rows: [
        { cells: ['ねじ', '40'], source: source(2) },
        { cells: ['ばね', '8'], source: source(2) },
      ],
    })
  })

  test('a request for one kind gets that kind alone', () => {
    const kinds = (question: string) =>
      extractBuiltin(question, [text], 'en').sheets.map(({ rows }) => new Set(rows.map(({ cells }) => cells[0])))
    expect(kinds('All amounts, please')).toEqual([new Set(['Amount'])])
    expect(kinds('日付を一覧にして')).toEqual([new Set(['Date'])])
    expect(extractBuiltin('Only the tables', [text], 'en').sheets.map(({ name }) => name)).toEqual(['Table on page 2'])
    expect(extractBuiltin('All e-mail addresses', [text], 'en')).toMatchObject({ sheets: [], kinds: ['email'] })
  })

  test('a request that names columns or fields of the files gets these', () => {
    const { sheets, isEverything } = extractBuiltin('数量を取り出して', [text], 'ja')
    expect(sheets.map(({ header }) => header)).toEqual([['品名', '数量']])
    expect(isEverything).toBe(false)
    expect(extractBuiltin('請求書番号を抽出', [text], 'ja').sheets[0]!.rows).toHaveLength(1)
  })

  test.each([
    ['Extract names and phone numbers', ['names']],
    ['Extract the start date, the end date and the rent', ['start', 'end', 'rent']],
    ['All amounts and dates in the attached document, please', []],
    ['電話番号と代表者名を抽出して', ['代表者名']],
    ['メールアドレスと金額を一覧にしてください', []],
    ['数量と納期を取り出して', ['納期']],
  ])('what else a request names is known not to be looked for: %s', (question, words) => {
    expect(extractBuiltin(question, [text], 'ja').unlooked).toEqual(words)
  })

  test('a request for what is not known gets everything, and it shows', () => {
    expect(extractBuiltin('Extract the supplier codes', [text], 'en').isEverything).toBe(true)
  })
})

describe('the files', () => {
  const sheets: Sheet[] = [
    { name: '値', header: ['項目', '値'], rows: [{ cells: ['式', '=1+1'], source: source(1) }] },
    { name: 'A/B [c]', header: ['x', 'y'], rows: [{ cells: ['"q", r', '2'], source: source(2) }] },
  ]
  const made = async () =>
    Object.fromEntries((await filesOf('data', sheets, 'ja')).map((file) => [file.name, file.bytes]))

  test('a workbook has every table on a sheet, with file and page behind each row, and runs nothing', async () => {
    const { 'data.xlsx': bytes } = await made()
    const { sheets: read } = await readXlsx(bytes!)
    expect(read.map(({ name }) => name)).toEqual(['値', 'A B  c 2'])
    expect(read[0]!.rows).toEqual([
      ['項目', '値', 'ファイル', 'ページ'],
      ['式', '=1+1', '請求書.pdf', 1],
    ])
  })

  test('the CSV opens in Excel with its Japanese, and its cells are no formulas', async () => {
    const { 'data.csv': bytes } = await made()
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
      '\u{feff}項目,値,ファイル,ページ\r\n式,"\'=1+1",請求書.pdf,1\r\n',
    )
  })

  test('the JSON has all tables by their columns', async () => {
    const { 'data.json': bytes } = await made()
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual([
      { table: '値', rows: [{ 項目: '式', 値: '=1+1', ファイル: '請求書.pdf', ページ: 1 }] },
      { table: 'A/B [c]', rows: [{ x: '"q", r', y: '2', ファイル: '請求書.pdf', ページ: 2 }] },
    ])
  })
})
