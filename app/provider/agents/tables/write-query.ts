import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import type { Chart } from '../charts/chart-spec.ts'
import type { Aggregate, Asked, Condition, Figure, Group } from './question/asked.ts'

/** A query with what it is about, and the chart that shows its result where that is of groups. */
export interface WrittenQuery {
  sql: string
  title: string
  chart?: Omit<Chart, 'columns' | 'rows'> | undefined
}

/** Rows that are given where they themselves are asked for. */
const maxRows = 100

/** The query for what was asked. Groups of dates are in their order and drawn as a line, others by their size and as bars. */
export function queryOf({ table, figures, columns, groups, top, conditions }: Asked, locale: Language): WrittenQuery {
  const from = `FROM ${quoted(table.name)}${where(conditions)}`
  if (figures.length === 0) {
    const labels = columns.map(({ label }) => plain(label)).join(', ')
    const selected = columns.map(({ name }) => quoted(name)).join(', ')
    return { sql: `SELECT ${selected}\n${from}\nLIMIT ${maxRows}`, title: titled(labels, conditions, locale) }
  }
  const values = figures.map((figure) => titleOf(figure, locale))
  const selected = figures.map((figure, at) => `${sqlOf(figure)} AS ${quoted(values[at]!)}`)
  const value = values.join(', ')
  if (groups.length === 0)
    return { sql: `SELECT ${selected.join(', ')}\n${from}`, title: titled(value, conditions, locale) }

  const labels = groups.map(({ column, period }) => (period ? periodNames[period](locale) : plain(column.label)))
  const keys = groups.map((group, at) => `${keyOf(group)} AS ${quoted(labels[at]!)}`)
  const inOrder = !top && (groups.length > 1 || groups[0]!.column.kind === 'date')
  const order = inOrder
    ? groups.map((_, at) => at + 1).join(', ')
    : `${groups.length + 1} ${top?.least ? 'ASC' : 'DESC'}`
  const limit = top ? `\nLIMIT ${top.count}` : ''
  const titleBy = (measure: string) =>
    titled(m.tables_title_by({ measure, group: labels.join(', ') }, { locale }), conditions, locale)
  return {
    sql: `SELECT ${[...keys, ...selected].join(', ')}\n${from}\nGROUP BY ${groups.map((_, at) => at + 1).join(', ')}\nORDER BY ${order}${limit}`,
    title: titleBy(value),
    chart: {
      kind: groups[0]!.column.kind === 'date' && !top ? 'line' : 'bar',
      // It draws the first alone.
      title: titleBy(values[0]!),
      x: labels[0]!,
      y: values[0]!,
      series: labels[1],
    },
  }
}

const keyOf = ({ column, period }: Group) =>
  period ? `substr(${quoted(column.name)}, 1, ${period === 'month' ? 7 : 4})` : quoted(column.name)

function sqlOf({ aggregate, column, distinct }: Figure): string {
  if (!column) return `${aggregate}(*)`
  return distinct ? `count(DISTINCT ${quoted(column.name)})` : `${aggregate}(${quoted(column.name)})`
}

function titleOf({ aggregate, column, distinct }: Figure, locale: Language): string {
  if (!column) return aggregateNames[aggregate](locale)
  if (distinct) return m.tables_count_distinct({ column: plain(column.label) }, { locale })
  return m.tables_measure({ aggregate: aggregateNames[aggregate](locale), column: plain(column.label) }, { locale })
}

const aggregateNames: Record<Aggregate, (locale: Language) => string> = {
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

const titled = (title: string, conditions: Condition[], locale: Language) =>
  conditions.length === 0 ? title : `${title} (${conditions.map((one) => titleOfCondition(one, locale)).join(', ')})`

function titleOfCondition(condition: Condition, locale: Language): string {
  const { label } = condition.column
  if (condition.kind === 'filled')
    return (condition.not ? m.tables_is_empty : m.tables_is_filled)({ column: plain(label) }, { locale })
  if (condition.kind === 'values') return `${plain(label)}${condition.not ? ' ≠' : ':'} ${condition.texts.join(', ')}`
  const value = condition.kind === 'number' ? condition.number : condition.date
  if (condition.kind === 'time' && condition.operator === '=' && condition.date.length > 2) return condition.date
  return `${plain(label)} ${condition.operator} ${value}`
}

/** All conditions have to be met; of several times of one column, one of them. */
function where(conditions: Condition[]): string {
  const isAlternative = (one: Condition) => one.kind === 'time' && one.operator === '='
  const alternatives = Map.groupBy(conditions.filter(isAlternative), ({ column }) => column)
  const either = [...alternatives.values()].map((several) =>
    several.length === 1 ? sqlOfCondition(several[0]!) : `(${several.map(sqlOfCondition).join(' OR ')})`,
  )
  const all = [...conditions.filter((one) => !isAlternative(one)).map(sqlOfCondition), ...either]
  return all.length === 0 ? '' : `\nWHERE ${all.join(' AND ')}`
}

function sqlOfCondition(condition: Condition): string {
  const name = quoted(condition.column.name)
  if (condition.kind === 'number') return `${name} ${condition.operator} ${condition.number}`
  if (condition.kind === 'filled') return `${name} IS ${condition.not ? '' : 'NOT '}NULL`
  if (condition.kind === 'time') {
    const { date, operator } = condition
    const part = date.length === 2 ? `substr(${name}, 6, 2)` : `substr(${name}, 1, ${date.length})`
    return `${part} ${operator} ${literal(date)}`
  }
  const list = condition.texts.map(literal).join(', ')
  return condition.not ? `(${name} IS NULL OR ${name} NOT IN (${list}))` : `${name} IN (${list})`
}

const plain = (label: string) => label.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim()
const quoted = (name: string) => `"${name}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
