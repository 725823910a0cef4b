import type { Language } from '~/contract/users.ts'
import type { Table } from '~/provider/sandbox/table.ts'
import type { Asked } from './question-grammar.ts'
import { queryOf, type WrittenQuery } from './write-query.ts'

/** Bars that are taken in at a glance. */
const mostBars = 20
/** Days, of which more are drawn by month. */
const mostDays = 62

/** The charts that show what a table holds: its first measure over time, and by its first kind of things. */
export function overviewOf(table: Table, locale: Language): Required<WrittenQuery>[] {
  const { columns } = table
  const measure = columns.find(({ kind, profile }) => kind === 'real' || (kind === 'integer' && profile.distinct > 1))
  const time = columns.find(({ kind, profile }) => kind === 'date' && profile.distinct > 1)
  const things = columns.find(
    ({ kind, profile }) =>
      kind === 'text' && profile.distinct > 1 && profile.distinct <= mostBars && profile.distinct < table.rows,
  )
  const period = time && time.profile.distinct > mostDays ? 'month' : undefined
  const groups = [
    ...(time ? [{ group: time, period } as const] : []),
    ...(things ? [{ group: things, period: undefined } as const] : []),
  ]
  const wanted = groups.map((one): Asked => ({
    ...one,
    table,
    measure,
    aggregate: measure ? 'sum' : 'count',
    filters: [],
  }))
  return wanted.map((asked) => queryOf(asked, locale) as Required<WrittenQuery>)
}
