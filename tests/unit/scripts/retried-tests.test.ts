import { expect, test, vi } from 'vitest'
import type { TestModule } from 'vitest/node'
import RetriedTests from '../../e2e/harness/retried-tests.ts'

const passed = (fullName: string, flaky: boolean) => ({
  fullName,
  module: { relativeModuleId: 'tests/e2e/chat.test.ts' },
  diagnostic: () => ({ flaky }),
  result: () => ({ state: 'passed', errors: flaky ? [{ message: 'Timeout 60000ms exceeded.\nCall log' }] : undefined }),
})

function reportOf(...tests: ReturnType<typeof passed>[]): string {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  new RetriedTests().onTestRunEnd([{ children: { allTests: () => tests } } as unknown as TestModule])
  const lines = warn.mock.calls.flat()
  warn.mockRestore()
  return lines.join('\n')
}

test('a test that passed only when it was retried is named, with why it failed before', () => {
  expect(reportOf(passed('sends a question', true), passed('shows an answer', false))).toBe(
    [
      '\nPassed only when retried: 1',
      '  tests/e2e/chat.test.ts > sends a question\n    Timeout 60000ms exceeded.',
    ].join('\n'),
  )
})

test('a run without retries says nothing', () => {
  expect(reportOf(passed('shows an answer', false))).toBe('')
})
