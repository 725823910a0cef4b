import { describe, expect, test } from 'vitest'
import { made, prices, 売上 } from './tables.ts'

const kinds = async (cells: string[][]) => (await made(cells))!.table.columns.map(({ kind }) => kind)
const column = async (...cells: string[]) => {
  const { table, rows } = (await made([['id', 'x'], ...cells.map((cell, index) => [`n${index}`, cell])]))!
  return { kind: table.columns[1]?.kind, values: rows.map((row) => row[1]) }
}

test('names become names of SQL, and keep what the file says as labels', async () => {
  expect(prices.name).toBe('price_list')
  expect(売上.columns.map(({ name, label, kind }) => [name, label, kind])).toEqual([
    ['年月', '年月', 'date'],
    ['支店', '支店', 'text'],
    ['担当者', '担当者', 'text'],
    ['商品区分', '商品区分', 'text'],
    ['売上高_千円', '売上高(千円)', 'integer'],
    ['前年同月比', '前年同月比(%)', 'real'],
    ['販売台数', '販売台数', 'integer'],
  ])
})

test('names that are taken, empty, or begin like SQLite’s own are changed', async () => {
  const { table } = (await made(
    [
      ['A', 'a', '', '2025 (plan)'],
      ['x', 'y', 'z', 'w'],
    ],
    'sqlite_master',
  ))!
  expect(table.name).toBe('t_sqlite_master')
  expect(table.columns.map(({ name }) => name)).toEqual(['A', 'a_2', 'column_3', 't_2025_plan'])
  expect((await made([['a'], ['x']], 'Price list', ['PRICE_LIST']))!.table.name).toBe('Price_list_2')
})

describe('the names of the columns', () => {
  test('stand below a title', async () => {
    const { table, rows } = (await made([
      ['Sales of 2026'],
      ['Unit: yen', '', ''],
      ['Item', 'Price', 'Pieces'],
      ['Nut', '5', '9'],
    ]))!
    expect(table.columns.map(({ label }) => label)).toEqual(['Item', 'Price', 'Pieces'])
    expect(rows).toEqual([['Nut', 5, 9]])
  })

  test('may be years', async () => {
    expect(
      (await made([
        ['Item', '2025', '2026'],
        ['Nut', '5', '9'],
      ]))!.table.columns.map(({ name }) => name),
    ).toEqual(['Item', 't_2025', 't_2026'])
  })

  test('are made where there are none', async () => {
    const { table, rows } = (await made([
      ['1', '2'],
      ['3', '4'],
    ]))!
    expect(table.columns.map(({ label }) => label)).toEqual(['column 1', 'column 2'])
    expect(rows).toHaveLength(2)
  })
})

describe('a column is', () => {
  test.each<[string, string[], string, unknown[]]>([
    ['integers', ['1', '-2', '', '3,000'], 'integer', [1, -2, null, 3000]],
    ['decimals with currency', ['¥1,200', '△30.5', '１２円', 'N/A'], 'real', [1200, -30.5, 12, null]],
    ['percentages', ['10%', '12.5％'], 'real', [10, 12.5]],
    [
      'days as they are written in Japan',
      ['2026年4月1日', '令和8年4月2日', '2026/4/3'],
      'date',
      ['2026-04-01', '2026-04-02', '2026-04-03'],
    ],
    [
      'days with times',
      ['2026-04-01 9:30', '2026-04-01T10:05:07'],
      'date',
      ['2026-04-01 09:30', '2026-04-01 10:05:07'],
    ],
    ['months', ['2026年4月', '2026-12'], 'date', ['2026-04', '2026-12']],
    ['text where one value is no number', ['1', 'two', '-'], 'text', ['1', 'two', '-']],
    ['text for numbers with leading zeros', ['007', '12'], 'text', ['007', '12']],
    ['text for the number of a card', ['4111111111111111'], 'text', ['4111111111111111']],
    ['text for what may be either day or month', ['4/1/2026'], 'text', ['4/1/2026']],
    [
      'days with the month first, where one can be no month',
      ['4/1/2026', '4/13/2026'],
      'date',
      ['2026-04-01', '2026-04-13'],
    ],
    [
      'days with the day first, where one can be no month',
      ['1/4/2026', '13/4/2026 9:05'],
      'date',
      ['2026-04-01', '2026-04-13 09:05'],
    ],
    ['days with points, whose day comes first', ['1.4.2026'], 'date', ['2026-04-01']],
    ['text for days of both orders', ['4/13/2026', '13/4/2026'], 'text', ['4/13/2026', '13/4/2026']],
    ['text for times of the day', ['9:00', '18:30'], 'text', ['9:00', '18:30']],
  ])('%s', async (_what, cells, kind, values) => {
    expect(await column(...cells)).toEqual({ kind, values })
  })
})

test('hours and minutes are hours where the name of the column says how long, and the label says hours', async () => {
  const { table, rows } = (await made([
    ['氏名', '退勤', '残業時間'],
    ['佐藤', '19:30', '1:30'],
    ['鈴木', '18:00', '0:00'],
    ['高橋', '', ''],
  ]))!
  expect(table.columns.map(({ label, kind }) => [label, kind])).toEqual([
    ['氏名', 'text'],
    ['退勤', 'text'],
    ['残業時間 (h)', 'real'],
  ])
  expect(rows.map((row) => row[2])).toEqual([1.5, 0, null])
})

test('empty columns are left out, and a sheet of names alone is no table', async () => {
  expect(
    await kinds([
      ['a', '', 'b'],
      ['x', '', '1'],
    ]),
  ).toEqual(['text', 'integer'])
  expect(await made([['a', 'b']])).toBeUndefined()
})

test('what is too large is cut, and says so', async () => {
  const { table, rows } = (await made([
    ['a', 'b'],
    ...Array.from({ length: 200_005 }, (_, index) => ['x', String(index)]),
  ]))!
  expect({ cut: table.cut, rows: table.rows }).toEqual({ cut: true, rows: 200_000 })
  expect(rows).toHaveLength(200_000)
  const wide = (await made([Array.from({ length: 120 }, (_, at) => `c${at}`), Array(120).fill('x'.repeat(900))]))!
  expect(wide.table).toMatchObject({ cut: true, columns: { length: 90 } })
  expect(wide.rows[0]![0]).toHaveLength(500)
}, 30_000)
