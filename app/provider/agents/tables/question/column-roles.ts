import type { Column, Table } from '~/provider/sandbox/table.ts'
import { type Aggregate, type Asked, type Group, isIdentifier, isMeasure, type Reading } from './asked.ts'
import type { GrammarWords } from './grammar-words.ts'
import type { ColumnMention } from './mentions.ts'
import { areForms } from './near-words.ts'
import { foldName, type QuestionText, wordsOf } from './question-text.ts'

/** What stands behind a column's name that is to group, or before it. */
const groupsBehind = / ?(?:別|ごと|毎|単位|それぞれ)(?:に|の)?/
const groupsBefore =
  /(?:\b(?:broken down |grouped |split )?(?:by|per|for each|for every|in each|each|every|across)(?: the)? |各)/
const joinsGroups = /(?:, | and |, and | & |と|や|・|、|×)/
const isOfRows = /^(?: ?(?:の|が|は|を|に|で)|数は)/
const countsBehind = /(?:の)?(?:種類)?数(?=は|を|が|の|$|\?)/

/** Numbers of more values are measures, not names of groups. */
const mostGroups = 50
const canGroup = (column: Column) =>
  !isMeasure(column) || (column.kind === 'integer' && column.profile.distinct <= mostGroups)
const isUnique = ({ profile }: Column, { rows }: Table) => profile.missing === 0 && profile.distinct === rows
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

/** What each named column is in the question. */
export function rolesOf(
  question: QuestionText,
  table: Table,
  {
    mentions,
    compared,
    words,
    top,
  }: { mentions: ColumnMention[]; compared: Column[]; words: GrammarWords; top: Asked['top'] },
): Roles {
  const said = ({ at, end }: ColumnMention) => question.shown.slice(at, end)
  const roles: Roles = {
    aggregates: [],
    measures: [],
    counted: undefined,
    groups: [],
    top,
    plain: [],
    taken: [],
    ambiguous: [],
    unused: [],
  }
  const left = new Set(mentions)
  const aggregates = new Set(words.aggregates)
  const isSuperlative = aggregates.has('max') || aggregates.has('min')

  const counted = mentions.find(({ at, end }) => isCounted(question, { at, end }, words))
  if (counted) {
    left.delete(counted)
    const [column, ...others] = counted.columns
    // 'orders' may be parts of the names of two columns, and the rows themselves.
    const areRows = others.length > 0 && isRowNoun(foldName(said(counted)), table)
    if (others.length > 0 && !areRows) roles.ambiguous.push({ said: said(counted), columns: counted.columns })
    const isSummed = isMeasure(column!) && !isIdentifier(column!) && !words.isDistinct && !areRows
    aggregates.delete('count')
    aggregates.add(isSummed ? 'sum' : 'count')
    if (isSummed) roles.measures.push(column!)
    else if (words.isDistinct || !(areRows || isUnique(column!, table))) roles.counted = column
  }

  const hasThings = [...left].some(({ columns }) => columns.some((column) => !isMeasure(column)))
  for (const mention of markedGroups(question, [...left])) {
    const groupable = mention.columns.filter(canGroup)
    // 'top 3 products by price' orders by the price.
    if (groupable.length === 0 || (top && hasThings && groupable.every(isMeasure))) continue
    left.delete(mention)
    if (groupable.length > 1) roles.ambiguous.push({ said: said(mention), columns: groupable })
    roles.groups.push({ column: groupable[0]! })
  }
  const period = words.period ?? (roles.groups.length === 0 ? words.soughtPeriod : undefined)
  if (period) {
    const dated = [...left].find(({ columns }) => columns.some(({ kind }) => kind === 'date'))
    if (dated) left.delete(dated)
    const grouped = roles.groups.find(({ column }) => column.kind === 'date')
    const dates = (dated?.columns ?? table.columns).filter(({ kind }) => kind === 'date')
    if (grouped) grouped.period = period
    else if (dates[0]) roles.groups.push({ column: dates[0], period })
    else roles.unused.push(period === 'month' ? 'by month' : 'by year')
    if (!grouped && dates.length > 1) roles.ambiguous.push({ said: period, columns: dates })
  }
  const subject = [...left].find(({ columns }) => columns.some((column) => !isMeasure(column)))
  const seeksGroup = (top || isSuperlative) && roles.groups.length === 0
  if (seeksGroup && (subject || top)) {
    const column = subject?.columns.find((one) => !isMeasure(one)) ?? table.columns.find(({ kind }) => kind === 'text')
    if (column) roles.groups.push({ column })
    if (subject) left.delete(subject)
  }
  if (isSuperlative && (seeksGroup ? roles.groups.length > 0 : words.soughtPeriod !== undefined && !words.period)) {
    roles.top ??= { count: 1, least: aggregates.has('min') }
    aggregates.delete('max')
    aggregates.delete('min')
  }

  for (const mention of [...left].filter(({ columns }) => columns.some(isMeasure))) {
    left.delete(mention)
    if (namesRows(said(mention), mention, table)) continue
    if (aggregates.size === 1 && aggregates.has('count')) {
      roles.unused.push(said(mention))
      continue
    }
    const measures = mention.columns.filter(isMeasure)
    const needsOne = roles.top !== undefined
    roles.measures.push(...(needsOne ? measures.slice(0, 1) : measures))
    if (needsOne && measures.length > 1)
      roles.taken.push({ said: said(mention), meant: [measures[0]!.label], column: measures[0]! })
  }
  if (roles.measures.length === 0 && compared.length > 0 && !aggregates.has('count'))
    roles.measures.push(...compared.filter(isMeasure).slice(0, 1))
  for (const mention of left) {
    const [column] = mention.columns
    const isRows = !roles.top && isRowNounAt(question, mention, table)
    if (aggregates.size === 0 && roles.groups.length === 0) roles.plain.push(column!)
    else if (!isRows) roles.unused.push(said(mention))
  }
  roles.aggregates = [...aggregates]
  roles.measures = [...new Set(roles.measures)]
  const computes = aggregates.size > 0 || roles.groups.length > 0
  if (roles.measures.length === 0 && computes) roles.measures = onlyMeasureOf(table, roles.groups)
  return roles
}

/** Directly after 'how many', or before 数. */
function isCounted(question: QuestionText, { at, end }: { at: number; end: number }, words: GrammarWords): boolean {
  const follows = words.countedAt.some((counts) =>
    /^ (?:(?:of )?(?:the )?(?:different |distinct |unique |various )?)?$/.test(question.text.slice(counts, at)),
  )
  if (follows) return true
  const isBehind = question.takeAfter(end, countsBehind) !== undefined
  const isKinds = words.isDistinct && /^(?:の)?種類/.test(question.text.slice(end))
  if (isBehind || isKinds) words.aggregates.add('count')
  return isBehind || isKinds
}

/** Columns that the question marks as what to group by, and those that are joined to one. */
function markedGroups(question: QuestionText, mentions: ColumnMention[]): ColumnMention[] {
  const marked = new Set(
    mentions.filter(
      ({ at, end }) =>
        question.takeBefore(at, groupsBefore) !== undefined || question.takeAfter(end, groupsBehind) !== undefined,
    ),
  )
  const isJoined = (one: ColumnMention, next: ColumnMention) =>
    new RegExp(`^${joinsGroups.source}$`, 'u').test(question.text.slice(one.end, next.at))
  for (const [at, mention] of mentions.entries()) {
    const last = mentions[at - 1]
    if (last && marked.has(last) && mention.columns.every((one) => !isMeasure(one)) && isJoined(last, mention))
      marked.add(mention)
  }
  for (const [at, mention] of [...mentions.entries()].toReversed()) {
    const next = mentions[at + 1]
    if (next && marked.has(next) && mention.columns.every((one) => !isMeasure(one)) && isJoined(mention, next))
      marked.add(mention)
  }
  return mentions.filter((mention) => marked.has(mention))
}

/** 'the average price of the products', 商品の平均価格: what the rows are, which restricts nothing. */
function isRowNounAt(question: QuestionText, { at, end, columns }: ColumnMention, table: Table): boolean {
  const isThing = columns.every((column) => !isMeasure(column))
  const isOf = /\b(?:of|for|all|of all|of the|for all|across all) (?:the )?$/.test(question.text.slice(0, at))
  return (
    isThing && (isOf || isOfRows.test(question.text.slice(end)) || columns.some((column) => isUnique(column, table)))
  )
}

/** 社員 names 社員番号 in part, which numbers the rows: nobody sums it up. */
const namesRows = (said: string, { columns }: ColumnMention, table: Table) =>
  columns.every(
    (column) => isIdentifier(column) && isUnique(column, table) && foldName(column.label) !== foldName(said),
  )

function onlyMeasureOf({ columns }: Table, groups: Group[]): Column[] {
  const measures = columns.filter(
    (column) => isMeasure(column) && !isIdentifier(column) && !groups.some((group) => group.column === column),
  )
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
