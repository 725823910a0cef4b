import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closingLine, countsOf, sumOf } from '../../../scripts/local/test-counts.ts'

const reportOf = (content: object) => {
  const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('counts the passed and the failed tests of a report', () => {
  expect(countsOf(reportOf({ numPassedTests: 3, numFailedTests: 2 }), 1)).toEqual({ passed: 3, failed: 2 })
  expect(countsOf(reportOf({ numPassedTests: 3, numFailedTests: 0 }), 0)).toEqual({ passed: 3, failed: 0 })
})

test('a run that fails without a failed test counts as one failed', () => {
  expect(countsOf(reportOf({ numPassedTests: 3, numFailedTests: 0 }), 1)).toEqual({ passed: 3, failed: 1 })
})

test('a run that crashed before its report counts as one failed', () => {
  expect(countsOf('/nowhere/report.json', null)).toEqual({ passed: 0, failed: 1 })
})

test('the closing line adds all stages', () => {
  expect(
    closingLine(
      sumOf([
        { passed: 3, failed: 0 },
        { passed: 4, failed: 1 },
      ]),
    ),
  ).toBe('7 passed, 1 failed')
})
