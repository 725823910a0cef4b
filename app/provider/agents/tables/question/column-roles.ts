import type { Column, Table } from '~/provider/sandbox/table.ts'
import { type Aggregate, type Asked, type Group, isMeasure, isUnique, type Reading } from './asked.ts'
import type { GrammarWords } from './grammar-words.ts'
import type { ColumnMention } from './mentions.ts'
import { areForms } from './near-words.ts'
import { canGroup, markedGroups } from './groups.ts'
import { countPeople, peopleSought } from './people.ts'
import { foldName, type QuestionText, type Span, wordsOf } from './question-text.ts'

/** An average per row is that of all rows. */
const perRow = /\b(?:per|each|every) [a-z]+$|あたり/
const countsBehind = /(?:の)?(?:種類)?数(?=は|を|が|の|$|\?)/

/** What is to be computed of which columns. */
export interface Roles {
  aggregates: Aggregate[]
  measures: Column[]
  counted: Column | undefined
  groups: Group[]
  top: Asked['top']
  /** Named columns that are none of these. */
  plain: Column[]
  taken: Reading['near']
  ambiguous: Reading['ambiguous']
  unused: string[]
}

/** A question whose columns are being sorted into roles: each step takes those that are its own out of `left`. */
interface Sorting {
  question: QuestionText
  table: Table
  words: GrammarWords
  left: Set<ColumnMention>
  aggregates: Set<Aggregate>
  roles: Roles
}

/**
 * What each named column is in the question.
 *
 * @param compared columns that numbers are compared with
 * @param sideBySide the column whose named values are groups
 */
export function rolesOf(
  question: QuestionText,
  table: Table,
  {
    mentions,
    compared,
    words,
    top,
    sideBySide,
  }: {
    mentions: ColumnMention[]
    compared: Column[]
    words: GrammarWords
    top: Asked['top']
    sideBySide: Column | undefined
  },
): Roles {
  const roles: Roles = {
    aggregates: [],
    measures: [],
    counted: undefined,
    groups: sideBySide ? [{ column: sideBySide }] : [],
    top,
    plain: [],
    taken: [],
    ambiguous: [],
    unused: [],
  }
  const sorting = { question, table, words, left: new Set(mentions), aggregates: new Set(words.aggregates), roles }
  sortCounted(sorting)
  sortGroups(sorting)
  sortPeriod(sorting)
  sortSuperlative(sorting)
  sortMeasures(sorting, compared)
  sortRest(sorting)
  countRows(sorting)
  const { aggregates } = sorting
  const computes = aggregates.size > 0 || roles.groups.length > 0
  const measures = [...new Set(roles.measures)]
  return {
    ...roles,
    aggregates: [...aggregates],
    measures: measures.length === 0 && computes ? onlyMeasureOf(table, roles.groups) : measures,
  }
}

/** What 'how many' counts, or sums up where it is a number. */
function sortCounted({ question, table, words, left, aggregates, roles }: Sorting): void {
  const mentions = [...left]
  // 'how many open tickets' counts tickets.
  const isBeforeNoun = ({ end }: Span) => mentions.some(({ at }) => at === end + 1 && question.text[end] === ' ')
  const counted = mentions.find((mention) => !isBeforeNoun(mention) && isCounted(question, mention, words))
  if (!counted) {
    if (words.countedPeople) countPeople(roles, words.countedPeople, question, table)
    return
  }
  left.delete(counted)
  const said = question.saidAt(counted)
  const [column, ...others] = counted.columns
  // 'orders' may be parts of the names of two columns, and the rows themselves.
  const areRows = others.length > 0 && isRowNoun(foldName(said), table)
  if (others.length > 0 && !areRows) roles.ambiguous.push({ said, columns: counted.columns })
  const isSummed = isMeasure(column!) && !words.isDistinct && !areRows
  aggregates.delete('count')
  aggregates.add(isSummed ? 'sum' : 'count')
  if (isSummed) roles.measures.push(column!)
  else if (words.isDistinct || !(areRows || isUnique(column!, table))) roles.counted = column
}

function sortGroups({ question, left, roles }: Sorting): void {
  const hasThings = [...left].some(({ columns }) => columns.some((column) => !isMeasure(column)))
  for (const mention of markedGroups(question, [...left])) {
    const groupable = mention.columns.filter(canGroup)
    // 'top 3 products by price' orders by the price.
    if (groupable.length === 0 || (roles.top && hasThings && groupable.every(isMeasure))) continue
    left.delete(mention)
    if (groupable.length > 1) roles.ambiguous.push({ said: question.saidAt(mention), columns: groupable })
    roles.groups.push({ column: groupable[0]! })
  }
}

/** 'by month' and 'which month' group by a column of dates. */
function sortPeriod({ table, words, left, roles }: Sorting): void {
  const period = words.period ?? (roles.groups.length === 0 ? words.soughtPeriod : undefined)
  if (!period) return
  const dated = [...left].find(({ columns }) => columns.some(({ kind }) => kind === 'date'))
  if (dated) left.delete(dated)
  const grouped = roles.groups.find(({ column }) => column.kind === 'date')
  const dates = (dated?.columns ?? table.columns).filter(({ kind }) => kind === 'date')
  if (grouped) grouped.period = period
  else if (dates[0]) roles.groups.push({ column: dates[0], period })
  else roles.unused.push(period === 'month' ? 'by month' : 'by year')
  if (!grouped && dates.length > 1) roles.ambiguous.push({ said: period, columns: dates })
}

/** 'Which product has the highest price' seeks a group of products; 'the highest price' alone seeks none. */
function sortSuperlative(sorting: Sorting): void {
  const { words, aggregates, roles } = sorting
  const isSuperlative = aggregates.has('max') || aggregates.has('min')
  const seeksGroup = (roles.top || isSuperlative) && roles.groups.length === 0
  if (seeksGroup) sortSought(sorting)
  if (!isSuperlative) return
  if (seeksGroup ? roles.groups.length > 0 : words.soughtPeriod !== undefined && !words.period) {
    roles.top ??= { count: 1, least: aggregates.has('min') }
    aggregates.delete('max')
    aggregates.delete('min')
  }
}

function sortSought({ question, table, words, left, roles }: Sorting): void {
  const sought =
    [...left].find(({ columns }) => columns.some((column) => !isMeasure(column))) ??
    peopleSought(words.soughtPerson, table)
  if (!sought) {
    const texts = roles.top ? table.columns.filter(({ kind }) => kind === 'text') : []
    roles.groups.push(...texts.slice(0, 1).map((column) => ({ column })))
    return
  }
  left.delete(sought)
  const said = question.saidAt(sought)
  const things = sought.columns.filter((one) => !isMeasure(one))
  // 'which order' means the rows, also where orders have a date.
  const row = isRowNoun(foldName(said), table) ? things.find((one) => isUnique(one, table)) : undefined
  const column = row ?? things[0]!
  roles.groups.push({ column })
  if (!row && things.length > 1) roles.ambiguous.push({ said, columns: things })
  else if (sought.at === words.soughtPerson?.at) roles.taken.push({ said, meant: [column.label], column })
}

function sortMeasures({ question, left, aggregates, roles }: Sorting, compared: Column[]): void {
  for (const mention of [...left].filter(({ columns }) => columns.some(isMeasure))) {
    left.delete(mention)
    const said = question.saidAt(mention)
    if (aggregates.size === 1 && aggregates.has('count')) {
      roles.unused.push(said)
      continue
    }
    const measures = mention.columns.filter(isMeasure)
    const needsOne = roles.top !== undefined
    roles.measures.push(...(needsOne ? measures.slice(0, 1) : measures))
    if (needsOne && measures.length > 1) roles.taken.push({ said, meant: [measures[0]!.label], column: measures[0]! })
  }
  if (roles.measures.length === 0 && !aggregates.has('count'))
    roles.measures.push(...compared.filter(isMeasure).slice(0, 1))
}

function sortRest({ question, table, left, aggregates, roles }: Sorting): void {
  for (const mention of left) {
    const said = question.saidAt(mention)
    if (aggregates.size === 0 && roles.groups.length === 0) roles.plain.push(mention.columns[0]!)
    else if (!namesRows(said, mention, table)) roles.unused.push(said)
  }
}

/** 'tickets by category' counts tickets; an average per ticket is that of all. */
function countRows({ question, table, aggregates, roles }: Sorting): void {
  const [group, ...others] = roles.groups
  if (!group) return
  const isPerRow = others.length === 0 && isUnique(group.column, table)
  if (isPerRow && aggregates.has('avg') && perRow.test(question.text)) roles.groups = []
  const isOpen = aggregates.size === 0 && roles.measures.length === 0 && !(roles.top && isPerRow)
  if (isOpen && question.words.some(({ word }) => isRowNoun(word, table))) aggregates.add('count')
}

/** Directly after 'how many', or before 数. */
function isCounted(question: QuestionText, { at, end }: Span, words: GrammarWords): boolean {
  const follows = words.countedAt.some((counts) =>
    /^ (?:(?:of )?(?:the )?(?:different |distinct |unique |various )?)?$/.test(question.text.slice(counts, at)),
  )
  if (follows) return true
  const isBehind = question.takeAfter(end, countsBehind) !== undefined
  const isKinds = words.isDistinct && /^(?:の)?種類/.test(question.text.slice(end))
  if (isBehind || isKinds) words.aggregates.add('count')
  return isBehind || isKinds
}

/** 'the average price of the products', 社員の平均月給: what the rows are, which restricts nothing. */
const namesRows = (said: string, { columns }: ColumnMention, table: Table) =>
  columns.some((column) => column.kind !== 'date' && isUnique(column, table)) || isRowNoun(foldName(said), table)

function onlyMeasureOf({ columns }: Table, groups: Group[]): Column[] {
  const measures = columns.filter((column) => isMeasure(column) && !groups.some((group) => group.column === column))
  return measures.length === 1 ? measures : []
}

/** Whether a folded word names the rows of a table: one of its file's or its own name, or a day where each row is one. */
export function isRowNoun(word: string, { file_name, name, columns, rows }: Table): boolean {
  const names = wordsOf(foldName(`${file_name.replace(/\.[^.]+$/, '')} ${name}`)).map((each) => each.word)
  const isDaily = columns.some(
    ({ kind, profile }) =>
      kind === 'date' && profile.missing === 0 && profile.distinct === rows && String(profile.min).length >= 10,
  )
  return (
    (isDaily && areForms(word, 'day')) ||
    names.some((each) => each.length > 3 && (areForms(word, each) || (word.length >= 5 && each.endsWith(word))))
  )
}
