import { describe, expect, test } from 'vitest'
import { judgeLimit, limitRuleOf } from '~/provider/agents/compliance/judge-limits.ts'
import { quantitiesIn } from '~/provider/agents/compliance/quantities.ts'
import type { RankedSentence } from '~/provider/builtin/rank.ts'

describe('a quantity', () => {
  test.each<[string, number, string, string | undefined]>([
    ['within thirty (30) days of the invoice', 30, 'day', 'at most'],
    ['within a period of 45 days', 45, 'day', 'at most'],
    ['no later than 14 days after', 14, 'day', 'at most'],
    ['does not exceed ¥50,000', 50_000, 'JPY', 'at most'],
    ['must not exceed £9,000', 9000, 'GBP', 'at most'],
    ['at most 20,000 pounds', 20_000, 'GBP', 'at most'],
    ['up to 3 working days', 3, 'business day', 'at most'],
    ['twelve characters or more', 12, 'character', 'at least'],
    ['at least eight characters', 8, 'character', 'at least'],
    ['not less than 5 percent', 5, 'percent', 'at least'],
    ['fewer than 10 people', 10, 'person', 'below'],
    ['more than two weeks', 14, 'day', 'above'],
    ['Net 30 days', 30, 'day', undefined],
    ['請求書受領後三十日以内', 30, 'day', 'at most'],
    ['パスワードは８文字以上', 8, 'character', 'at least'],
    ['30日を超えてはならない', 30, 'day', 'at most'],
    ['上限は100万円', 1_000_000, 'JPY', 'at most'],
    ['5％未満', 5, 'percent', 'below'],
    ['保存期間は七年間', 7, 'year', undefined],
    ['2026年11月30日までに', 20_787, 'date', 'at most'],
    ['令和8年4月1日以降', 20_544, 'date', 'at least'],
    ['The term ends no later than 31 March 2027.', 20_908, 'date', 'at most'],
    ['signed before April 1, 2026', 20_544, 'date', 'below'],
    ['Effective date: 2026-05-01', 20_574, 'date', undefined],
  ])('of %s', (text, value, unit, bound) => {
    expect(quantitiesIn(text)).toMatchObject([{ value, unit, bound }])
  })

  test.each(['毎月25日払い', '第三者に開示する', 'Room 12', 'at 10:30', 'version 1.2'])('is not in %s', (text) => {
    expect(quantitiesIn(text)).toEqual([])
  })
})

test('a rule is a limit only where it is one and nothing more', () => {
  expect(limitRuleOf('Invoices are paid within 30 days')).toEqual({
    value: 30,
    unit: 'day',
    bound: 'at most',
    subject: 'Invoices are paid',
  })
  expect(limitRuleOf('支払期日は60日以内とする')).toMatchObject({ value: 60, subject: '支払期日は とする' })
  for (const rule of [
    'Invoices are paid within 30 days, complaints within 10 days',
    'Invoices are paid within 30 days unless otherwise agreed',
    'Orders of more than 100 people are not accepted',
    '30日以内に届け出た場合は罰しない',
    'The term is 30 days',
  ]) {
    expect(limitRuleOf(rule)).toBeUndefined()
  }
})

describe('a limit rule', () => {
  const rule = limitRuleOf('Invoices are paid within 30 days')!
  const sentence = (text: string, coverage = 1): RankedSentence => ({
    text,
    context: '',
    coverage,
    subjectCoverage: coverage,
    score: 1,
    neighbours: [],
    place: 0,
    passage: { id: 1, file_id: 1, file_name: 'a.txt', page: 3, text, opens_page: 0, score: 1, url: null },
  })
  const verdict = (...texts: string[]) =>
    judgeLimit(
      rule,
      texts.map((text) => sentence(text)),
      'en',
    )?.verdict

  test('is met or violated by what the sentences say', () => {
    expect(verdict('Invoices are paid within 14 days.')).toBe('met')
    expect(verdict('Invoices are paid within 45 days.')).toBe('violated')
    expect(verdict('Invoices are paid within two weeks.', 'Invoices are paid after 30 days.')).toBe('met')
    expect(judgeLimit(rule, [sentence('Invoices: net 60 days')], 'en')!.quotes).toEqual([
      { page: 3, words: 'Invoices: net 60 days' },
    ])
  })

  test('is unclear where the sentences disagree', () => {
    expect(verdict('Invoices are paid within 14 days.', 'Foreign invoices are paid within 60 days.')).toBe('unclear')
  })

  test('is not decided by another unit, another direction, a condition, or a sentence about something else', () => {
    expect(verdict('Invoices are paid within 45 business days.')).toBeUndefined()
    expect(verdict('Invoices are kept for at least 45 days.')).toBeUndefined()
    expect(verdict('Invoices are paid within 45 days if goods are missing.')).toBeUndefined()
    expect(verdict('Invoices are paid within 10 days, or 45 days.')).toBeUndefined()
    expect(judgeLimit(rule, [sentence('Complaints are answered within 45 days.', 0.3)], 'en')).toBeUndefined()
  })

  test('may be a date', () => {
    const ends = limitRuleOf('The contract ends no later than 31 March 2027')!
    const judged = (text: string) => judgeLimit(ends, [sentence(text)], 'en')?.verdict
    expect(judged('The contract ends on 31 December 2026.')).toBe('met')
    expect(judged('The contract ends on 1 April 2027.')).toBe('violated')
    expect(judged('The contract ends within 90 days.')).toBeUndefined()
    const begins = limitRuleOf('契約開始日は2026年4月1日以降であること')!
    expect(judgeLimit(begins, [sentence('契約開始日は令和8年5月1日とする。')], 'ja')!.verdict).toBe('met')
    expect(judgeLimit(begins, [sentence('契約開始日は2026年3月1日とする。')], 'ja')!.verdict).toBe('violated')
  })

  test('takes strict limits for what they are', () => {
    const least = limitRuleOf('Passwords have at least 8 characters')!
    expect(judgeLimit(least, [sentence('Passwords have more than 7 characters.')], 'en')).toBeUndefined()
    expect(judgeLimit(least, [sentence('Passwords have more than 5 characters.')], 'en')!.verdict).toBe('violated')
    const below = limitRuleOf('The share is below 5%')!
    expect(judgeLimit(below, [sentence('The share is below 5%.')], 'en')!.verdict).toBe('met')
    expect(judgeLimit(below, [sentence('The share is 5%.')], 'en')!.verdict).toBe('violated')
  })
})
