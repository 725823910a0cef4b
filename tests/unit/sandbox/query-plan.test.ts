import { describe, expect, test } from 'vitest'
import { rowsVisited } from '~/provider/sandbox/query-plan.ts'

const rows: Record<string, number> = { big: 1000, small: 10 }
const sizes = {
  rowsOf: (source: string) => rows[source],
  sameOf: (_source: string, columns: string[]) => (columns.includes('key') ? 2 : undefined),
}

/** A plan as SQLite prints it: each step a line, indented below the one that it is part of. */
function visited(text: string): number {
  const path: number[] = []
  const plan = text
    .trim()
    .split('\n')
    .map((line, index) => {
      const depth = (line.length - line.trimStart().length) / 2
      path[depth] = index + 1
      return { id: index + 1, parent: depth === 0 ? 0 : path[depth - 1]!, detail: line.trim() }
    })
  return rowsVisited(plan, sizes)
}

describe('rows that a plan visits', () => {
  test.each<[string, string, number]>([
    ['a scan', 'SCAN big\nUSE TEMP B-TREE FOR ORDER BY', 1000],
    ['loops multiply', 'SCAN small\nSCAN big', 10 + 10_000],
    [
      'a search finds the rows of a value, and makes its index first',
      'SCAN small\nSEARCH big USING AUTOMATIC COVERING INDEX (key=?)',
      10 + 20 + 1000,
    ],
    [
      'a search in a column of unknown values counts as a scan',
      'SCAN small\nSEARCH big USING AUTOMATIC COVERING INDEX (x=?)',
      10 + 10_000 + 1000,
    ],
    ['a row by its number', 'SEARCH big USING INTEGER PRIMARY KEY (rowid=?)', 1 + 1000],
    ['a subquery once', 'SCAN small\nSCALAR SUBQUERY 1\n  SCAN big', 10 + 1000],
    ['a subquery for each row', 'SCAN small\nCORRELATED SCALAR SUBQUERY 1\n  SCAN big', 10 + 10_000],
    [
      'subqueries within subqueries for each row',
      'SCAN small\nCORRELATED SCALAR SUBQUERY 2\n  SCAN small\n  CORRELATED LIST SUBQUERY 1\n    SCAN big',
      10 + 100 + 100_000,
    ],
    ['the rows of a subquery that is a source', 'CO-ROUTINE g\n  SCAN big\nSCAN g\nSCAN small', 1000 + 1000 + 10_000],
    ['parts add up', 'COMPOUND QUERY\n  LEFT-MOST SUBQUERY\n    SCAN big\n  UNION ALL\n    SCAN small', 1010],
    [
      'a right join’s inner loops run for what nothing matched, too',
      'SCAN small\nSEARCH big USING AUTOMATIC COVERING INDEX (key=?)\nRIGHT-JOIN big\n  SCAN big',
      10 + 10_000 + 1000 + 1000,
    ],
  ])('%s', (_what, plan, expected) => expect(visited(plan)).toBe(expected))
})

test.each(['RECURSIVE STEP\n  SCAN small', 'SCAN json_each VIRTUAL TABLE INDEX 1:', 'MULTI-INDEX OR', 'SCAN unknown'])(
  'a plan that is not understood is refused: %s',
  (plan) => expect(() => visited(plan)).toThrow(),
)
