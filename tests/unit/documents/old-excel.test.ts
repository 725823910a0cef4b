import { expect, test } from 'vitest'
import { compoundOf, legacySample } from '../../legacy/legacy.ts'
import { outcomeOf, read, textOf } from './read.ts'

const short = (value: number) => [value & 255, value >> 8]
const long = (value: number) => [...short(value & 0xffff), ...short(value >>> 16)]
const float = (value: number) => [...new Uint8Array(Float64Array.of(value).buffer)]
const record = (kind: number, ...body: number[]) => [...short(kind), ...short(body.length), ...body]
const beginning = (version = 0x0500) => record(0x0809, ...short(version), ...short(0x0005), ...long(0))
const end = record(0x000a)
const hex = (text: string) => [...Buffer.from(text, 'hex')]
const label = (row: number, column: number, bytes: number[]) =>
  record(0x0204, ...short(row), ...short(column), ...short(0), ...short(bytes.length), ...bytes)
const ascii = (text: string) => [...Buffer.from(text, 'latin1')]

const cells = [
  ...label(0, 0, hex('93fa9574')),
  ...label(0, 1, hex('8be08a7a')),
  // 2026-04-01 in a date's format, as a number; 1,200 and 0.3 as halves of floats; a formula that gives a text.
  ...record(0x0203, ...short(1), ...short(0), ...short(1), ...float(46_113)),
  ...record(
    0x00bd,
    ...short(1),
    ...short(1),
    ...short(0),
    ...long((1_200 << 2) | 2),
    ...short(0),
    ...long((30 << 2) | 3),
    ...short(2),
  ),
  ...record(0x0006, ...short(2), ...short(0), ...short(0), 0, 0, 0, 0, 0, 0, 255, 255, ...new Uint8Array(8)),
  ...record(0x0207, ...short(5), ...ascii('Total')),
  ...record(0x0205, ...short(2), ...short(1), ...short(0), 1, 0),
  ...record(0x001c, ...short(2), ...short(0), ...short(8), ...ascii('with tax')),
  ...end,
]

/** A workbook of Excel 95 whose one sheet is `売上`, in the code page of Japan. */
function book(sheet: number[], ...globals: number[][]): Uint8Array {
  const name = hex('94848fe3')
  const before = [
    ...beginning(),
    ...record(0x0042, ...short(932)),
    ...record(0x00e0, ...short(0), ...short(0)),
    ...record(0x00e0, ...short(0), ...short(14)),
    ...globals.flat(),
  ]
  const start = before.length + 4 + 7 + name.length + end.length
  const listed = record(0x0085, ...long(start), ...short(0), name.length, ...name)
  return compoundOf({
    Book: Uint8Array.from([...before, ...listed, ...end, ...beginning(), ...sheet, ...new Uint8Array(5_000)]),
  })
}

test('A workbook of Excel 95 is read in its code page, with dates, numbers, texts of formulas and comments', async () => {
  expect(await read(book(cells), '売上.xls')).toEqual([
    { page: 1, text: '売上\n日付\t金額\t\n2026-04-01\t1200\t0.3\nTotal\tTRUE\t\nwith tax' },
  ])
})

test('A sheet of Excel 4 is a file of its own', async () => {
  const bytes = Uint8Array.from([
    ...record(0x0409, ...short(0), ...short(0x10), ...short(0)),
    ...label(0, 0, ascii('Name')),
    ...end,
  ])
  expect(await read(bytes, 'a.xls')).toEqual([{ page: 1, text: 'Name' }])
})

test('A workbook of Excel 97 is read over rows and cells that nobody filled', async () => {
  const name = [4, 0, ...ascii('Gaps')]
  const listed = record(0x0085, ...long(beginning().length + 4 + 6 + name.length + end.length), ...short(0), ...name)
  const number = (row: number, column: number, value: number) =>
    record(0x0203, ...short(row), ...short(column), ...short(0), ...float(value))
  const sheet = [...beginning(0x0600), ...number(1, 0, 7), ...number(4, 2, 8), ...end]
  const bytes = [...beginning(0x0600), ...listed, ...end, ...sheet, ...new Uint8Array(5_000)]
  expect(await textOf(compoundOf({ Workbook: Uint8Array.from(bytes) }), 'gaps.xls')).toBe('Gaps\n7\t\n\t8')
})

test('A workbook whose stream is named in capitals is read', async () => {
  const bytes = legacySample('売上.xls')
  const at = Buffer.from(bytes).indexOf('Workbook', 0, 'utf16le')
  bytes.set(Buffer.from('WORKBOOK', 'utf16le'), at)
  expect((await read(bytes, '売上.xls'))[0]!.text).toContain('2026-04-01\t大阪\t1200')
})

test.each([
  ['a password', book(cells, record(0x002f, 0, 0)), 'encrypted'],
  ['a text that is longer than the file', book(record(0x0204, 0, 0, 0, 0, 0, 0, 255, 255, 65)), 'read'],
  ['a cell that is cut off', book(record(0x0203, 0, 0)), 'damaged'],
  [
    '10,000 names for one sheet',
    book(
      [...label(0, 0, ascii('x')), ...end],
      ...Array.from({ length: 10_000 }, () => record(0x0085, ...long(0), 0, 0, 1, 65)),
    ),
    'too_large',
  ],
  ['nothing in it', compoundOf({ Book: new Uint8Array(5_000) }), 'damaged'],
])('A workbook of Excel 95 with %s ends named', async (_, bytes, outcome) => {
  expect(await outcomeOf(bytes, 'a.xls')).toBe(outcome)
})
