import { describe, expect, test } from 'vitest'
import { amountsIn } from '~/provider/builtin/facts/amounts.ts'
import { datesIn } from '~/provider/builtin/facts/dates.ts'
import { fieldsIn } from '~/provider/builtin/facts/fields.ts'
import { factsOf } from '~/provider/builtin/facts/find-facts.ts'
import { phonesIn } from '~/provider/builtin/facts/phones.ts'
import { tablesIn } from '~/provider/builtin/facts/tables.ts'

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

describe('telephone numbers', () => {
  test.each([
    ['Call 03-1234-5678 now', '03-1234-5678'],
    ['フリーダイヤル0120-123-456まで', '0120-123-456'],
    ['電話：０５２－５５５－０１３４', '052-555-0134'],
    ['03(1234)5678', '03(1234)5678'],
    ['(03) 1234 5678', '(03) 1234 5678'],
    ['by phone: +353 1 555 0199.', '+353 1 555 0199'],
    ['+81-52-555-0134', '+81-52-555-0134'],
    ['+49 (0)30 1234567', '+49 (0)30 1234567'],
    ['(212) 555-0134 or', '(212) 555-0134'],
    ['1-800-555-0199', '1-800-555-0199'],
    ['Tel. 5550134', '5550134'],
    ['携帯 09012345678', '09012345678'],
    ['090ー1234ー5678', '090-1234-5678'],
  ])('%s', (text, phone) => expect(phonesIn(text)).toEqual([phone]))

  test('dates, times, versions, postal codes, articles and numbers of cards are none', () => {
    for (const text of [
      '2026-11-21',
      '2026-11-2100',
      '9:00 to 17:30',
      '〒460-0008',
      'AS3-110',
      '4111 1111 1111 1111',
      '1,234,567',
      '192.168.10.20',
      'the phone is within five metres',
      '+5 degrees',
    ])
      expect(phonesIn(text), text).toEqual([])
  })
})

describe('what stands in a table', () => {
  const facts = (text: string, kind: string) =>
    factsOf(text)
      .facts.filter((fact) => fact.kind === kind)
      .map(({ name, value }) => [name, value])

  test('is found in each cell, and named by its row and column', () => {
    const page = [
      'Support',
      'Region\tPhone\tHours',
      'Japan\t052-555-0134\tMonday to Friday, 9:00 to 17:30',
      'Europe\t+353 1 555 0142\tMonday to Friday',
      'Other\tsupport@example.com\tAnswer within one working day',
    ].join('\n')
    expect(facts(page, 'phone')).toEqual([
      ['Japan · Phone', '052-555-0134'],
      ['Europe · Phone', '+353 1 555 0142'],
    ])
    expect(facts(page, 'email')).toEqual([['Other · Phone', 'support@example.com']])
  })

  test('is found in the tables of Markdown, without their marks', () => {
    const page = [
      '| Team | Contact | Budget |',
      '|:-----|:-------:|-------:|',
      '| **People** | [people@example.com](mailto:people@example.com) | 1,200 EUR |',
      '| IT \\| Support | <it@example.com> | €2 million |',
    ].join('\n')
    expect(facts(page, 'email')).toEqual([
      ['People · Contact', 'people@example.com'],
      ['IT | Support · Contact', 'it@example.com'],
    ])
    expect(facts(page, 'amount')).toEqual([
      ['People · Budget', '1200 EUR'],
      ['IT | Support · Budget', '2000000 EUR'],
    ])
    expect(factsOf(page).tables).toEqual([
      {
        header: ['Team', 'Contact', 'Budget'],
        rows: [
          ['People', 'people@example.com', '1,200 EUR'],
          ['IT | Support', 'it@example.com', '€2 million'],
        ],
      },
    ])
  })

  test('takes its unit from the head of its column', () => {
    const page = ['支店\t売上高(千円)\t前年比(%)\t台数', '大阪\t18,450\t108.2\t664', '神戸\t△120\t97\t3'].join('\n')
    expect(facts(page, 'amount')).toEqual([
      ['大阪 · 売上高(千円)', '18450000 JPY'],
      ['神戸 · 売上高(千円)', '-120000 JPY'],
    ])
    expect(facts(page, 'percentage')).toEqual([
      ['大阪 · 前年比(%)', '108.2%'],
      ['神戸 · 前年比(%)', '97%'],
    ])
    expect(facts('Article\tPrice EUR\nAS3-100\t189.00', 'amount')).toEqual([['AS3-100 · Price EUR', '189 EUR']])
    expect(facts('名前\tTEL\n佐藤\t0525550134', 'phone')).toEqual([['佐藤 · TEL', '0525550134']])
  })

  test('is found in a table without names of columns', () => {
    expect(facts('Sato\tsato@example.com\nIto\tito@example.com', 'email')).toEqual([
      ['Sato', 'sato@example.com'],
      ['Ito', 'ito@example.com'],
    ])
  })
})
