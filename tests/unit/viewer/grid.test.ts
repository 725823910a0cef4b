import { describe, expect, it } from 'vitest'
import { findCells, pageRows } from '~/viewer/grid/find-cells.ts'
import { formatColour, numberText, plainText } from '~/viewer/grid/number-text.ts'
import { columnName, indexAt, offsetsOf } from '~/viewer/grid/sheet.ts'
import { tableSheet } from '~/viewer/grid/table-sheet.ts'
import { workbookSheet } from '~/viewer/grid/workbook-sheet.ts'

const reading = { theme: ['000000', 'FFFFFF'], language: 'en', address: () => '' }

describe('numbers and dates as a spreadsheet shows them', () => {
  const day = new Date(Date.UTC(2026, 3, 1))
  it.each([
    [1234567.891, '#,##0.00', '1,234,567.89'],
    [0.125, '0.0%', '12.5%'],
    [-1234, '#,##0;[Red]-#,##0', '-1,234'],
    [1234, '[$€-407]#,##0', '€1,234'],
    [0.1 + 0.2, undefined, '0.3'],
    [12345.678, 'General', '12345.678'],
    [1.5e15, undefined, '1.50000E+15'],
    [day, 'yyyy"年"m"月"d"日"', '2026年4月1日'],
    [day, '[$-411]ggge"年"m"月"d"日"', '令和8年4月1日'],
    [day, 'ge.m.d', 'R8.4.1'],
    [day, 'mm-dd-yy', '4/1/2026'],
    [day, undefined, '4/1/2026'],
    [true, undefined, 'TRUE'],
    ['001', '0', '001'],
    [null, '0', ''],
  ])('%j in %j is %j', (value, format, text) => {
    expect(numberText(value, format, 'en')).toBe(text)
  })

  it("take the reader's own short date", () => {
    expect(numberText(day, 'mm-dd-yy', 'ja')).toBe('2026/4/1')
  })

  it('are red where their format says so', () => {
    expect(formatColour(-5, '0;[Red]-0')).toBe('#ff0000')
    expect(formatColour(5, '0;[Red]-0')).toBeUndefined()
  })

  it('are plain in the indexed text', () => {
    expect([day, new Date(Date.UTC(2026, 3, 1, 9, 30)), 0.1 + 0.2, true].map(plainText)).toEqual([
      '2026-04-01',
      '2026-04-01 09:30:00',
      '0.3',
      'true',
    ])
  })
})

describe('a cited passage in a sheet', () => {
  const file = {
    name: 'Prices',
    rows: [['Item', 'Since', 'Price'], [], ['Monitor', new Date(Date.UTC(2026, 3, 1)), 1189.5], ['Keyboard', null, 45]],
    cells: new Map([
      ['2,1', { value: new Date(Date.UTC(2026, 3, 1)), type: 'date' as const, style: { numFmt: 'd mmm yyyy' } }],
      ['2,2', { value: 1189.5, type: 'number' as const, style: { numFmt: '#,##0.00' } }],
    ]),
  }
  const sheet = workbookSheet(file, reading)

  it('is found by the values that were indexed, which are drawn in their formats', () => {
    expect(sheet.cell(2, 2)?.text).toBe('1,189.50')
    const cells = findCells(sheet, pageRows(sheet), 0, 'Monitor 2026-04-01 1189.5')
    expect(cells).toEqual([
      { row: 2, column: 0 },
      { row: 2, column: 1 },
      { row: 2, column: 2 },
    ])
    expect(findCells(sheet, pageRows(sheet), 0, 'Nothing like this stands anywhere')).toEqual([])
  })

  it('is looked for on its page first: 1,000 rows with text, empty ones not counted', () => {
    const row = (index: number) =>
      index % 2 ? [] : [index === 2200 || index === 40 ? 'the same words' : `row ${index}`]
    const long = workbookSheet({ name: 'Long', rows: Array.from({ length: 4200 }, (_, index) => row(index)) }, reading)
    const starts = pageRows(long)
    expect(starts).toEqual([0, 2000, 4000])
    expect(findCells(long, starts, 1, 'the same words')).toEqual([{ row: 2200, column: 0 }])
    expect(findCells(long, starts, 0, 'the same words')).toEqual([{ row: 40, column: 0 }])
    expect(findCells(long, starts, 2, 'the same words')).toEqual([{ row: 40, column: 0 }])
  })

  it('is found in delimited text of any length', () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => [`${index}`, `item ${index}`])
    const table = tableSheet({ header: ['id', 'name'], rows, cut: false }, 'a.csv')
    const cells = findCells(table, pageRows(table), 25, '25555 item 25555')
    expect(cells).toEqual([
      { row: 25_556, column: 0 },
      { row: 25_556, column: 1 },
    ])
  })
})

describe('the places of a sheet', () => {
  it('follow from the sizes of rows, hidden ones without any', () => {
    const offsets = offsetsOf([20, 0, 30])
    expect([...offsets]).toEqual([0, 20, 20, 50])
    expect([-5, 0, 19, 20, 49, 500].map((place) => indexAt(offsets, place))).toEqual([0, 0, 0, 2, 2, 2])
  })

  it('leave out what is hidden, and merge what is one', () => {
    const sheet = workbookSheet(
      {
        name: 'S',
        rows: [
          ['a', 'b'],
          ['c', 'd'],
        ],
        columns: [{ width: 10 }, { hidden: true }],
        rowDefs: new Map([[1, { hidden: true }]]),
        merges: [{ startRow: 0, startCol: 0, endRow: 1, endCol: 1 }],
      },
      reading,
    )
    expect([sheet.lefts[1], sheet.lefts[2], sheet.tops[1], sheet.tops[2]]).toEqual([75, 75, 20, 20])
    expect(sheet.merges).toEqual([{ row: 0, column: 0, rowEnd: 2, columnEnd: 2 }])
  })

  it('are named as spreadsheets name columns', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })
})
