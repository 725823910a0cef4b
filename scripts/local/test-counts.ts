import { existsSync, readFileSync } from 'node:fs'

export interface Counts {
  passed: number
  failed: number
}

/**
 * Reads Vitest's JSON report. A run that failed otherwise than by a failed test (a file that does not load, an
 * unhandled error, no test found, a crash before the report) counts as one failed.
 * @param code what Vitest ended with; null when it was killed
 */
export function countsOf(report: string, code: number | null): Counts {
  const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests?: number; numFailedTests?: number })
    : {}
  return { passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(1, numFailedTests) }
}

/** All counts together. */
export const sumOf = (counts: Counts[]): Counts => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
})

/** The last line of `npm test`. */
export const closingLine = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`
