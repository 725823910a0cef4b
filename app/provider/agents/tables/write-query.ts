import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import type { Chart } from '../charts/chart-spec.ts'
import type { Aggregate, Asked, Value } from './question-grammar.ts'

/** A query with what it is about, and the chart that shows its result where that is of groups. */
export interface WrittenQuery {
  sql: string
  title: string
  chart?: Omit<Chart, 'columns' | 'rows'> | undefined
}

/** The query for what was asked. Groups of dates are in their order and drawn as a line, others by their size and as bars. */
export function queryOf(
  { table, aggregate, measure, group, period, top, filters }: Asked,
  locale: Language,
): WrittenQuery {
  const name = aggregateNames[aggregate](locale)
  const value = measure ? m.tables_measure({ aggregate: name, column: plain(measure.label) }, { locale }) : name
  const selected = `${aggregate}(${measure ? quoted(measure.name) : '*'}) AS ${quoted(value)}`
  const from = `FROM ${quoted(table.name)}${where(filters)}`
  if (!group) return { sql: `SELECT ${selected}\n${from}`, title: titled(value, filters) }

  const label = period ? periodNames[period](locale) : plain(group.label)
  const by = period ? `substr(${quoted(group.name)}, 1, ${period === 'month' ? 7 : 4})` : quoted(group.name)
  const inOrder = group.kind === 'date' && !top
  const order = inOrder ? '1' : `2 ${top?.least ? 'ASC' : 'DESC'}`
  const limit = top ? `\nLIMIT ${top.count}` : ''
  const title = titled(m.tables_title_by({ measure: value, group: label }, { locale }), filters)
  return {
    sql: `SELECT ${by} AS ${quoted(label)}, ${selected}\n${from}\nGROUP BY 1\nORDER BY ${order}${limit}`,
    title,
    chart: { kind: inOrder ? 'line' : 'bar', title, x: label, y: value },
  }
}

export const aggregateNames: Record<Aggregate, (locale: Language) => string> = {
  sum: (locale) => m.tables_sum({}, { locale }),
  avg: (locale) => m.tables_avg({}, { locale }),
  count: (locale) => m.tables_count({}, { locale }),
  max: (locale) => m.tables_max({}, { locale }),
  min: (locale) => m.tables_min({}, { locale }),
}

const periodNames = {
  month: (locale: Language) => m.tables_month({}, { locale }),
  year: (locale: Language) => m.tables_year({}, { locale }),
}

const titled = (title: string, filters: Value[]) =>
  filters.length === 0 ? title : `${title} (${filters.map(({ text }) => text).join(', ')})`

/** Values of one column are alternatives; those of several all have to be there. */
function where(filters: Value[]): string {
  const columns = [...new Set(filters.map(({ column }) => column.name))]
  const conditions = columns.map((name) => {
    const texts = filters
      .filter(({ column }) => column.name === name)
      .map(({ text }) => `'${text.replaceAll("'", "''")}'`)
    return `${quoted(name)} IN (${texts.join(', ')})`
  })
  return conditions.length === 0 ? '' : `\nWHERE ${conditions.join(' AND ')}`
}

const plain = (label: string) => label.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim()
const quoted = (name: string) => `"${name}"`
