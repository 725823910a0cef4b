import { describe, expect, test } from 'vitest'
import { amountsIn } from '~/provider/models/builtin/facts/amounts.ts'
import { datesIn } from '~/provider/models/builtin/facts/dates.ts'
import { fieldsIn } from '~/provider/models/builtin/facts/fields.ts'
import { factsOf } from '~/provider/models/builtin/facts/find-facts.ts'
import { tablesIn } from '~/provider/models/builtin/facts/tables.ts'

describe('dates', () => {
  test.each([
    ['Due 2026-11-21.', '2026-11-21'],
    ['期限は2026/3/5です', '2026-03-05'],
    ['２０２６年１１月２１日に締結', '2026-11-21'],
    ['令和8年4月1日施行', '2026-04-01'],
    ['平成元年1月8日', '1989-01-08'],
    ['signed on November 21, 2026', '2026-11-21'],
    ['on the 3rd of Sept 2025', '2025-09-03'],
  ])('%s', (text, iso) => {
    expect(datesIn(text).map((date) => date.iso)).toEqual([iso])
  })

  test('what is no day of the calendar is none, and neither are versions and numbers', () => {
    for (const text of ['2026-02-30', '2026/13/01', 'version 12026.1.10', 'call 2026-11-2100']) {
      expect(datesIn(text)).toEqual([])
    }
  })

  test('several come in the order of the text', () => {
    expect(datesIn('From May 1, 2026 to 2026-06-30').map(({ iso }) => iso)).toEqual(['2026-05-01', '2026-06-30'])
  })
})

describe('amounts', () => {
  test.each([
    ['¥1,234,567', 1_234_567, 'JPY'],
    ['４,０００円', 4000, 'JPY'],
    ['3億円', 300_000_000, 'JPY'],
    ['1.5万円', 15_000, 'JPY'],
    ['$12.50', 12.5, 'USD'],
    ['40 million yen', 40_000_000, 'JPY'],
    ['€2 billion', 2_000_000_000, 'EUR'],
    ['99 EUR', 99, 'EUR'],
  ])('%s', (text, value, currency) => {
    expect(amountsIn(`It costs ${text} a year.`)).toEqual([expect.objectContaining({ value, currency })])
  })

  test('a number without a currency is none', () => {
    expect(amountsIn('20 days, 3.5 tons, 2026')).toEqual([])
  })
})

test('fields are lines that name a value; times, addresses and sentences are none', () => {
  const text = [
    'Invoice no.: 17-A',
    '・担当者：山田 花子',
    'Starts at 9:30',
    'https://example.com',
    'He said, and I quote: no',
  ].join('\n')
  expect(fieldsIn(text)).toEqual([
    { name: 'Invoice no.', value: '17-A' },
    { name: '担当者', value: '山田 花子' },
  ])
})

test('tables are rows with as many cells below each other', () => {
  const text = 'Sales\nRegion\t2025\t2026\nKobe\t1\t2\nOsaka\t3\t4\n\nA\tB\nno\ttable\tat all'
  expect(tablesIn(text)).toEqual([
    {
      header: ['Region', '2025', '2026'],
      rows: [
        ['Kobe', '1', '2'],
        ['Osaka', '3', '4'],
      ],
    },
  ])
})

test('a page gives its facts with the sentence that they stand in, and its tables', () => {
  const { facts, tables } = factsOf(
    'Contact: a.b+c@example.co.jp\nThe rent of ¥50,000 is due on 2026-12-01. Call 03-1234-5678 for 10% off.\nx\ty\n1\t2',
  )
  expect(facts).toEqual([
    { kind: 'field', name: 'Contact', value: 'a.b+c@example.co.jp' },
    { kind: 'email', name: 'Contact: a.b+c@example.co.jp', value: 'a.b+c@example.co.jp' },
    { kind: 'date', name: 'The rent of ¥50,000 is due on 2026-12-01.', value: '2026-12-01' },
    { kind: 'amount', name: 'The rent of ¥50,000 is due on 2026-12-01.', value: '50000 JPY' },
    { kind: 'phone', name: 'Call 03-1234-5678 for 10% off.', value: '03-1234-5678' },
    { kind: 'percentage', name: 'Call 03-1234-5678 for 10% off.', value: '10%' },
  ])
  expect(tables).toEqual([{ header: ['x', 'y'], rows: [['1', '2']] }])
})
