import type { Language } from '~/contract/users.ts'
import type { Table } from '~/provider/sandbox/table.ts'
import { type Group, isMeasure } from './question/asked.ts'
import { queryOf, type WrittenQuery } from './write-query.ts'

/** Bars that are taken in at a glance. */
const maxBars = 20
/** Days, of which more are drawn by month. */
const maxDays = 62

/** The charts that show what a table holds: its first measure over time, and by its first kind of things. */
export function overviewOf(table: Table, locale: Language): Required<WrittenQuery>[] {
  const { measure, time, things } = subjectsOf(table)
  const period = time && time.profile.distinct > maxDays ? 'month' : undefined
  const groups: Group[] = [
    ...(time ? [{ column: time, period } as const] : []),
    ...(things ? [{ column: things }] : []),
  ]
  const figure = measure ? { aggregate: 'sum' as const, column: measure } : { aggregate: 'count' as const }
  return groups.map(
    (group) =>
      queryOf(
        { table, figures: [figure], columns: [], groups: [group], conditions: [] },
        locale,
      ) as Required<WrittenQuery>,
  )
}

/** What a table is first of all about: a measure, the time, and a kind of things of which there are a few. */
export function subjectsOf({ columns, rows }: Table) {
  return {
    measure: columns.find((column) => isMeasure(column) && (column.kind === 'real' || column.profile.distinct > 1)),
    time: columns.find(({ kind, profile }) => kind === 'date' && profile.distinct > 1),
    things: columns.find(
      ({ kind, profile }) =>
        kind === 'text' && profile.distinct > 1 && profile.distinct <= maxBars && profile.distinct < rows,
    ),
  }
}
