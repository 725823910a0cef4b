import { expect, test } from 'vitest'
import type { RetentionPeriods } from '~/contract/retention.ts'
import { dayAfter, draftOf, periodIn, shortened } from '~/web/admin/retention/periods.ts'

test.each([
  ['1', 1],
  ['36500', 36_500],
  [' 2,557 ', 2557],
  ['３６５', 365],
  ['0', undefined],
  ['36501', undefined],
  ['1.5', undefined],
  ['-30', undefined],
  ['1e3', undefined],
  ['a month', undefined],
  ['', undefined],
  ['   ', undefined],
])('the days that are typed as %j are %j', (text, days) => {
  expect(periodIn({ forever: false, text })).toBe(days)
})

test('what was typed does not matter where it is for ever, and a saved period reads as it was', () => {
  expect(periodIn({ forever: true, text: '0' })).toBeNull()
  expect([null, 90].map((days) => periodIn(draftOf(days)))).toEqual([null, 90])
})

test('a period is shorter where it has fewer days, or days at all in place of for ever', () => {
  const before: RetentionPeriods = { conversations: null, generated_files: 90, audit_texts: 365 }
  expect(shortened(before, before)).toEqual([])
  expect(shortened(before, { conversations: null, generated_files: 91, audit_texts: null })).toEqual([])
  expect(shortened(before, { conversations: 36_500, generated_files: 90, audit_texts: 364 })).toEqual([
    { kind: 'conversations', before: null, after: 36_500 },
    { kind: 'audit_texts', before: 365, after: 364 },
  ])
})

test.each([
  ['2026-11-23', '2026-11-24'],
  ['2026-12-31', '2027-01-01'],
  ['2028-02-28', '2028-02-29'],
])('the day after %s is %s', (day, next) => {
  expect(dayAfter(day)).toBe(next)
})
