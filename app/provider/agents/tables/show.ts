import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'
import type { Cell, Column, QueryResult, Table } from '~/provider/sandbox/table.ts'
import { markdownTable } from '../markdown-table.ts'
import { truncate } from '../truncate.ts'

/** What an answer shows of a result. */
const max = { rows: 20, columns: 12 }
/** Values of a column's profile. */
const maxTop = 3
const longestShown = 60

/** A result as a Markdown table. */
export function resultTable({ columns, rows, cut }: QueryResult, locale: Language): string {
  const body = rows.slice(0, max.rows).map((row) => row.slice(0, max.columns).map((cell) => shown(cell, locale)))
  const left = rows.length - body.length
  const more = cut ? m.tables_more_unknown({}, { locale }) : left > 0 ? m.tables_more({ rows: left }, { locale }) : ''
  return [markdownTable(columns.slice(0, max.columns).map(escapeMarkdown), body), more].filter(Boolean).join('\n\n')
}

/** The queries that were run, in a block of code that none of their texts can end. */
export function sqlBlock(queries: string[]): string {
  const sql = queries.map((query) => query.trim()).join('\n\n')
  const longest = Math.max(2, ...[...sql.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}sql\n${sql}\n${fence}`
}

/** What a table holds, column by column. */
export function profileTable({ columns }: Table, locale: Language): string {
  const header = [
    m.tables_column({}, { locale }),
    m.tables_kind({}, { locale }),
    m.tables_missing({}, { locale }),
    m.tables_distinct({}, { locale }),
    m.tables_range({}, { locale }),
    m.tables_mean({}, { locale }),
    m.tables_top({}, { locale }),
  ]
  return markdownTable(
    header,
    columns.map((column) => profileRow(column, locale)),
  )
}

function profileRow({ label, kind, profile }: Column, locale: Language): string[] {
  const { missing, distinct, min, max, mean, median, top } = profile
  const range = kind === 'text' || min === null ? '' : `${shown(min, locale)} – ${shown(max, locale)}`
  // Where each value is there once, none is frequent.
  const frequent = (top[0]?.count ?? 0) > 1 ? top.slice(0, maxTop) : []
  return [
    escapeMarkdown(label),
    kindNames[kind](locale),
    shown(missing, locale),
    shown(distinct, locale),
    range,
    mean === null ? '' : `${shown(mean, locale)} / ${shown(median, locale)}`,
    frequent.map(({ value, count }) => `${shown(value, locale)} (${shown(count, locale)})`).join(', '),
  ]
}

export const kindNames: Record<Column['kind'], (locale: Language) => string> = {
  integer: (locale) => m.tables_kind_integer({}, { locale }),
  real: (locale) => m.tables_kind_real({}, { locale }),
  date: (locale) => m.tables_kind_date({}, { locale }),
  text: (locale) => m.tables_kind_text({}, { locale }),
}

/** Long numbers to four decimals; whole ones below 10,000 without commas, since they may be years. */
export function shown(cell: Cell, locale: Language): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return escapeMarkdown(truncate(cell, longestShown))
  const useGrouping = Math.abs(cell) >= 10_000 || !Number.isInteger(cell)
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 4, useGrouping }).format(cell)
}
