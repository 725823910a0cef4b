import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'
import type { Column, Table } from '~/provider/sandbox/table.ts'
import { markdownTable } from '../markdown-table.ts'
import { listOfQuoted } from '../quotation-marks.ts'
import { truncate } from '../truncate.ts'
import { subjectsOf } from './overview.ts'
import type { NearMatch, Reading } from './question/asked.ts'
import { kindNames, shown } from './show.ts'
import { queryOf } from './write-query.ts'

/** Values that stand for all of a column. */
const maxValues = 5
const longestValue = 40
/** Values that words were taken for, and that are named. */
const maxMeanings = 8

/** What hinders an answer: each word that was not understood, and why a named column has no place. Empty where nothing does. */
export function doubtsOf({ unknown, ambiguous, unused }: Reading, locale: Language): string[] {
  return [
    ...(unknown.length > 0 ? [m.tables_unknown({ words: listOfQuoted(unknown, locale) }, { locale })] : []),
    ...ambiguous.map(({ said, columns }) =>
      m.tables_ambiguous(
        { word: listOfQuoted([said], locale), columns: columns.map(({ label }) => escapeMarkdown(label)).join(', ') },
        { locale },
      ),
    ),
    ...(unused.length > 0 ? [m.tables_unused({ words: listOfQuoted(unused, locale) }, { locale })] : []),
  ]
}

/** What could be computed without the words that are in doubt, for whoever asks exactly that. */
export function insteadOf({ asked }: Reading, locale: Language): string[] {
  if (!asked) return []
  return [m.tables_instead({ question: `**${escapeMarkdown(queryOf(asked, locale).title)}**` }, { locale })]
}

/** Says which words were taken for what is written differently in the table. */
export const takenFor = (near: NearMatch[], locale: Language): string[] =>
  near.map(({ said, meant, column }) => {
    const names = meant.slice(0, maxMeanings).map((each) => truncate(each, longestValue))
    const more =
      meant.length > maxMeanings ? [m.tables_more_values({ count: meant.length - maxMeanings }, { locale })] : []
    const isColumn = meant[0] === column.label
    const about = { said: listOfQuoted([said], locale), meant: [listOfQuoted(names, locale), ...more].join(' ') }
    return isColumn
      ? m.tables_taken_for_column(about, { locale })
      : m.tables_taken_for({ ...about, column: escapeMarkdown(column.label) }, { locale })
  })

/** Says of a word such as `highest` that it leaves open of what: all that it may be of is shown. */
export function openOf({ open }: Reading, locale: Language): string[] {
  if (!open) return []
  const text = open.least ? m.tables_superlative_least : m.tables_superlative
  return [text({ word: listOfQuoted([open.said], locale) }, { locale })]
}

/** What may be asked of a table: its columns with values, and questions over it that are understood. */
export function whatCanBeAsked(table: Table, locale: Language): string {
  const header = [m.tables_column({}, { locale }), m.tables_kind({}, { locale }), m.tables_values({}, { locale })]
  const rows = table.columns.map((column) => [
    escapeMarkdown(column.label),
    kindNames[column.kind](locale),
    valuesOf(column, locale),
  ])
  const examples = examplesOf(table, locale).map((question) => `- ${escapeMarkdown(question)}`)
  return [
    m.tables_can_be_asked({ table: `**${escapeMarkdown(table.name)}**` }, { locale }),
    markdownTable(header, rows),
    m.tables_examples({}, { locale }),
    examples.join('\n'),
  ].join('\n\n')
}

function valuesOf({ kind, profile }: Column, locale: Language): string {
  const { min, max, top, distinct } = profile
  if (kind !== 'text') return min === null ? '' : `${shown(min, locale)} – ${shown(max, locale)}`
  const values = top.slice(0, maxValues).map(({ value }) => escapeMarkdown(truncate(String(value), longestValue)))
  const more = distinct > values.length ? [m.tables_more_values({ count: distinct - values.length }, { locale })] : []
  return [...values, ...more].join(', ')
}

/** Questions in the words of the table. */
export function examplesOf(table: Table, locale: Language): string[] {
  const { measure, things } = subjectsOf(table)
  const times = table.columns.filter(({ kind }) => kind === 'date')
  const [count, group, amount] = [m.tables_count({}, { locale }), things?.label, measure?.label]
  const value = things?.profile.top[0]?.value
  return [
    ...(amount && group ? [m.tables_example_by({ column: amount, group }, { locale })] : []),
    ...(amount && group ? [m.tables_example_top({ column: amount, group }, { locale })] : []),
    ...(amount && group && typeof value === 'string'
      ? [m.tables_example_value({ column: amount, group, value }, { locale })]
      : []),
    ...(amount && times.length === 1 ? [m.tables_example_month({ column: amount }, { locale })] : []),
    ...(group ? [m.tables_title_by({ measure: count, group }, { locale })] : []),
    ...(amount && !group
      ? [m.tables_measure({ aggregate: m.tables_avg({}, { locale }), column: amount }, { locale })]
      : []),
  ].slice(0, 4)
}
