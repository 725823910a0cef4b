import { expect, test } from 'vitest'
import { isChanged, rulesOf, rulesOfCsv, rulesProblem } from '~/web/admin/agents/rules.ts'

test('of a CSV file the header goes, then each number with its comma, and the empty columns', () => {
  expect(rulesOfCsv('No,Rule,,,\r\n1,Names the parties,,,\r\n2,Ends, with notice,,,\r\n')).toEqual([
    'Names the parties',
    'Ends, with notice',
  ])
})

test('only a number at the beginning goes', () => {
  expect(rulesOfCsv('No,Rule\n12,Within 30,000 yen\nNo more than 3,5 days\n')).toEqual([
    'Within 30,000 yen',
    'No more than 3,5 days',
  ])
})

test('lines end as on any system, and empty ones are no rules', () => {
  expect(rulesOfCsv('No,Rule\r1,規則一\r\r2,規則二')).toEqual(['規則一', '規則二'])
  expect(rulesOfCsv('No,Rule')).toEqual([])
})

test('a text has a rule a line', () => {
  expect(rulesOf('  first \n\n second\n')).toEqual(['first', 'second'])
  expect(rulesOf('')).toEqual([])
})

test('too many rules, or one that is too long, are told apart', () => {
  expect(rulesProblem(Array(500).fill('rule'))).toBeUndefined()
  expect(rulesProblem(Array(501).fill('rule'))).toBe('too_many')
  expect(rulesProblem(['short', 'x'.repeat(2001)])).toEqual({ tooLong: 2 })
})

test('rules that nobody edited are not changed, whatever a program saved', () => {
  const saved = ['Names the parties,\non two lines', ' spaced ', '']
  expect(isChanged(undefined, saved)).toBe(false)
  expect(isChanged(saved.join('\n'), saved)).toBe(false)
  expect(isChanged(`${saved.join('\n')}\nOne more`, saved)).toBe(true)
  expect(isChanged('', saved)).toBe(true)
})
