import type { Column, Table } from '~/provider/sandbox/table.ts'

export type Aggregate = 'sum' | 'avg' | 'count' | 'max' | 'min'

/** A text that stands in a column. */
export interface Value {
  table: Table
  column: Column
  text: string
}

/** What a question asks of one table. */
export interface Asked {
  table: Table
  aggregate: Aggregate
  /** Rows are counted where there is none. */
  measure?: Column | undefined
  group?: Column | undefined
  /** Of a group of dates. */
  period?: 'year' | 'month' | undefined
  /** The groups with the most, or the least. */
  top?: { count: number; least: boolean } | undefined
  filters: Value[]
}

const aggregates: [Aggregate, RegExp][] = [
  ['count', /件数|何件|いくつ|人数|行数|\bcounts?\b|how many|\bnumber of\b/],
  ['avg', /平均|\baverage|\bmean\b|\bavg\b/],
  ['sum', /合計|総計|総額|累計|集計|\btotals?\b|\bsums?\b/],
  ['max', /最大|最高|最も(多|高|大)|一番(多|高|大)|\bhighest\b|\blargest\b|\bmaximum\b|\bmax\b|\bmost\b/],
  ['min', /最小|最低|最も(少|低|小)|一番(少|低|小)|\blowest\b|\bsmallest\b|\bminimum\b|\bmin\b|\bleast\b/],
]

const periods: [Asked['period'], RegExp][] = [
  ['month', /月別|月ごと|月毎|毎月|月次|monthly|\b(by|per|each|every) month/],
  ['year', /年別|年ごと|年毎|毎年|年次|yearly|annual|\b(by|per|each|every) year/],
]

const mostTop = /(?:\b(?:top|best)|上位|トップ|ベスト) ?(\d{1,3})/
const leastTop = /(?:\b(?:bottom|worst|lowest)|下位|ワースト) ?(\d{1,3})/

/** What stands behind a column's name that is to group, or before it. */
const groupsBehind = /^ ?(別|ごと|毎|単位)/
const groupsBefore = /\b(by|per|for each|each|across)( the)? $/

/** Numbers of more values are measures, not names of groups. */
const mostGroups = 50

/**
 * Reads a question of a closed form, in English or Japanese: sum, average, count, maximum or minimum of a column, by
 * another one or by month or year, for values that are named, top or bottom N. Undefined for every other.
 */
export function parseQuestion(question: string, tables: Table[], values: Value[]): Asked | undefined {
  const text = plain(question)
  const readings = tables.flatMap((table) => {
    const reading = readAs(
      text,
      table,
      values.filter((value) => value.table === table),
    )
    return reading ? [reading] : []
  })
  return readings.toSorted((one, other) => other.matched - one.matched)[0]?.asked
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')

function readAs(text: string, table: Table, values: Value[]): { asked: Asked; matched: number } | undefined {
  const { filters, rest } = filtersIn(text, values)
  const mentions = mentionsIn(rest, table.columns)
  const period = periods.find(([, pattern]) => pattern.test(rest))?.[0]
  const top = topIn(rest)
  const said = aggregates.find(([, pattern]) => pattern.test(rest))?.[0]
  const named = mentions.find(({ column, at, end }) => canGroup(column) && isGroup(rest, at, end))?.column
  const subject = mentions.find(({ column }) => !isMeasure(column))?.column
  const isSuperlative = (said === 'max' || said === 'min') && named === undefined && subject !== undefined
  const group = period
    ? dates(table, mentions)
    : (named ?? (top || isSuperlative ? (subject ?? firstText(table)) : undefined))
  const measure =
    mentions.find(({ column }) => isMeasure(column) && column !== group)?.column ?? onlyMeasure(table, group)
  if ((!said && !top && !group) || (period && !group) || (!measure && said !== 'count')) return undefined
  const asked: Asked = {
    table,
    aggregate: said === undefined || isSuperlative ? 'sum' : said,
    measure: said === 'count' ? undefined : measure,
    group,
    period: period && group?.kind === 'date' ? period : undefined,
    top: top ?? (isSuperlative ? { count: 1, least: said === 'min' } : undefined),
    filters,
  }
  return { asked, matched: mentions.length + filters.length }
}

/** The values that a question names, and the question without them: 大阪支店 does not ask for 支店. */
function filtersIn(text: string, values: Value[]): { filters: Value[]; rest: string } {
  const filters: Value[] = []
  let rest = text
  for (const value of values.toSorted((one, other) => other.text.length - one.text.length)) {
    const wanted = plain(value.text).trim()
    const isLabel = value.table.columns.some(({ label }) => plain(label).includes(wanted))
    if (wanted.length < 2 || isLabel || !isWord(rest, wanted)) continue
    filters.push(value)
    rest = rest.replaceAll(wanted, ' '.repeat(wanted.length))
  }
  return { filters, rest }
}

/** Latin letters and figures have to stand alone. */
function isWord(text: string, wanted: string): boolean {
  const at = text.indexOf(wanted)
  if (at < 0) return false
  const touches = (one = '', other = '') => /[a-z0-9]/.test(one) && /[a-z0-9]/.test(other)
  return !touches(text[at - 1], wanted[0]) && !touches(wanted.at(-1), text[at + wanted.length])
}

interface Mention {
  column: Column
  at: number
  end: number
}

/** The columns that a question names, the most of whose name it has first. */
function mentionsIn(text: string, columns: Column[]): Mention[] {
  const found = columns.flatMap((column) => {
    const name = variantsOf(column).find((variant) => text.includes(variant))
    if (name === undefined) return []
    const at = text.indexOf(name)
    return [{ column, at, end: at + name.length }]
  })
  const longest = found.toSorted((one, other) => other.end - other.at - (one.end - one.at))
  return longest.filter(({ at, end }, index) => !longest.slice(0, index).some((one) => at < one.end && one.at < end))
}

/** What a column may be called by: its name, that without a unit, a word of it, the beginning of a Japanese one. */
function variantsOf({ label }: Column): string[] {
  const whole = plain(label).trim()
  const bare = whole.replaceAll(/ ?\(.*?\)/g, '').trim()
  const words = bare
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^[a-z]{4,}$/.test(word))
    .map((word) => word.replace(/(?<=..)s$/, ''))
  const beginnings = /^[^ -~]+$/.test(bare)
    ? Array.from({ length: bare.length - 2 }, (_, cut) => bare.slice(0, -1 - cut))
    : []
  return [whole, bare, ...words, ...beginnings].filter((variant) => variant.length >= 2)
}

const isMeasure = ({ kind }: Column) => kind === 'integer' || kind === 'real'

const canGroup = (column: Column) =>
  !isMeasure(column) || (column.kind === 'integer' && column.profile.distinct <= mostGroups)

const isGroup = (text: string, at: number, end: number) =>
  groupsBehind.test(text.slice(end)) || groupsBefore.test(text.slice(0, at))

const dates = ({ columns }: Table, mentions: Mention[]) =>
  mentions.find(({ column }) => column.kind === 'date')?.column ?? columns.find(({ kind }) => kind === 'date')

const firstText = ({ columns }: Table) => columns.find(({ kind }) => kind === 'text')

function onlyMeasure({ columns }: Table, group: Column | undefined): Column | undefined {
  const measures = columns.filter((column) => isMeasure(column) && column !== group)
  return measures.length === 1 ? measures[0] : undefined
}

function topIn(text: string): Asked['top'] {
  const [most, least] = [mostTop.exec(text), leastTop.exec(text)]
  const count = Number((most ?? least)?.[1] ?? 0)
  return count > 0 ? { count, least: !most } : undefined
}
