import { QueryRefused } from './query-refused.ts'

/** A row of SQLite's EXPLAIN QUERY PLAN. */
export type PlanRow = { id: number; parent: number; detail: string }

/** How large the sources of a query are, by their names in it. */
export interface Sizes {
  /** Undefined for a subquery, whose rows follow from the plan; fails for anything that is not a source. */
  rowsOf: (source: string) => number | undefined
  /** The most rows that have the same value in one of these columns; undefined where nobody knows. */
  sameOf: (source: string, columns: string[]) => number | undefined
}

const loop = /^(SCAN|SEARCH) (\S+)(?!\S)(.*)$/
const oncePerRow = /^CORRELATED (SCALAR|LIST) SUBQUERY \d+$/
const once = /^(SCALAR|LIST|REUSE LIST) SUBQUERY \d+$/
const derivation = /^(MATERIALIZE|CO-ROUTINE) \S+$/
/** What adds rows to those of its level. */
const part = /^(RIGHT-JOIN \S+|COMPOUND QUERY|LEFT-MOST SUBQUERY|LEFT|RIGHT|(UNION|EXCEPT|INTERSECT|MERGE)\b.*)$/
const noLoop = /^(USE TEMP B-TREE FOR .*|(CREATE )?BLOOM FILTER.*|SCAN CONSTANT ROW)$/

/**
 * The rows that a query looks at, at most, by the plan that SQLite made for it: loops within loops multiply, and so does
 * what is looked up again for each row. The plan is what runs, so nothing can hide from it in the query's text.
 *
 * @throws QueryRefused for a plan with a step that is not known, such as a recursion
 */
export function rowsVisited(plan: PlanRow[], sizes: Sizes): number {
  /** What a subquery without a name gives, at most. */
  let derived = 0
  return level(0, 1).visited

  function level(parent: number, times: number): { visited: number; rows: number } {
    let rows = 1
    let added = 0
    let visited = 0
    const repeated: PlanRow[] = []
    const steps = plan.filter((row) => row.parent === parent)
    // The inner loops of a right join run for the rows that nothing matched, too.
    const searches = !steps.some(({ detail }) => detail.startsWith('RIGHT-JOIN'))
    for (const step of steps) {
      if (noLoop.test(step.detail)) continue
      const found = loop.exec(step.detail)
      if (found) {
        const [, kind, source, how] = found
        const all = Math.max(1, sizes.rowsOf(source!) ?? derivedRows(source!))
        rows *= kind === 'SEARCH' && searches ? Math.max(1, matching(source!, how!, all)) : all
        // A search makes its index first.
        visited += times * (kind === 'SEARCH' ? rows + all : rows)
      } else if (oncePerRow.test(step.detail)) {
        repeated.push(step)
      } else if (once.test(step.detail)) {
        visited += level(step.id, times).visited
      } else if (derivation.test(step.detail)) {
        const within = level(step.id, times)
        visited += within.visited
        derived = Math.max(derived, within.rows)
      } else if (part.test(step.detail)) {
        const within = level(step.id, times)
        visited += within.visited
        added += within.rows
      } else {
        throw new QueryRefused('The query does what is not allowed here, such as a recursion.')
      }
    }
    for (const { id } of repeated) visited += level(id, times * rows).visited
    return { visited, rows: Math.max(rows, added) }
  }

  function derivedRows(source: string): number {
    if (derived === 0)
      throw new QueryRefused(`The rows of ${source} cannot be bounded; write it as a subquery of WITH.`)
    return derived
  }

  function matching(source: string, how: string, all: number): number {
    if (how.includes('(rowid=?)')) return 1
    const columns = [...how.matchAll(/(?<![^\s(])([^\s(]+)=\?/g)].map(([, column]) => column!)
    return (columns.length > 0 ? sizes.sameOf(source, columns) : undefined) ?? all
  }
}
