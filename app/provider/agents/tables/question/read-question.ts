import type { Table } from '~/provider/sandbox/table.ts'
import {
  type Aggregate,
  type Asked,
  type Figure,
  isAddable,
  isComplete,
  isUnique,
  type Reading,
  type Value,
} from './asked.ts'
import { isRowNoun, type Roles, rolesOf } from './column-roles.ts'
import { numberConditions, valueConditions } from './conditions.ts'
import { type Superlative, takeGrammar, takeTop } from './grammar-words.ts'
import { leftWords } from './left-words.ts'
import { type Mentions, mentionsIn, nearMatchOf, nearMentionsIn } from './mentions.ts'
import { foldName, QuestionText } from './question-text.ts'
import { stateConditions } from './state-conditions.ts'
import { timeConditions } from './time-conditions.ts'

/** A question over several tables: the best reading, and the tables over which it reads as well. */
export interface BestReading {
  reading: Reading
  others: Table[]
}

/**
 * Reads a question of a closed form, in English or Japanese: sums, averages, counts, maxima and minima of columns, by other
 * columns or by month or year, for values, numbers and times that are named, top or bottom N; or the rows of such values.
 * What it does not understand, it names: whoever computes must not pass over it.
 */
export function readQuestion(question: string, tables: Table[], values: Value[]): BestReading {
  const named = tables.filter((table) => isNamed(question, table))
  const readings = (named.length > 0 ? named : tables)
    .map((table) =>
      readOver(
        new QuestionText(question),
        table,
        values.filter((value) => value.table === table),
      ),
    )
    .toSorted(
      (one, other) =>
        Number(isComplete(other)) - Number(isComplete(one)) ||
        Number(other.asked !== undefined) - Number(one.asked !== undefined) ||
        other.matched - one.matched,
    )
  const [reading, ...rest] = readings
  const others = rest.filter((one) => isComplete(one) && isComplete(reading!) && one.matched === reading!.matched)
  return { reading: reading!, others: others.map(({ table }) => table) }
}

const isNamed = (question: string, { name, file_name }: Table) => {
  const text = new QuestionText(question)
  return [name, file_name].some((each) => each.length > 3 && text.placesOf(foldName(each)).length > 0)
}

const maxFigures = 6
/** Values are set side by side, not taken together. */
const sideBySide = /\bvs\b|\bversus\b|\bcompar(?:e|ed|ing|ison)\b|比較|比べて?/

function readOver(question: QuestionText, table: Table, values: Value[]): Reading {
  const exact = mentionsIn(question, table, values)
  const times = timeConditions(question, table, exact.columns)
  const top = takeTop(question)
  const numbers = numberConditions(question, exact.columns)
  const words = takeGrammar(question, exact.columns)
  const near = nearMentionsIn(question, table, values)
  const mentions: Mentions = {
    columns: [...exact.columns, ...near.columns].toSorted((one, other) => one.at - other.at),
    values: [...exact.values, ...near.values].toSorted((one, other) => one.at - other.at),
  }
  const named = valueConditions(question, mentions)
  const alternatives = named.conditions.find((one) => one.kind === 'values' && one.texts.length > 1 && !one.not)?.column
  const told = new Set([...times.about, ...numbers.about, ...named.about])
  const states = stateConditions(
    question,
    mentions.columns.filter((mention) => !told.has(mention)),
  )
  const about = new Set([...told, ...states.about])
  const roles = rolesOf(question, table, {
    mentions: mentions.columns.filter((mention) => !about.has(mention)),
    compared: [...numbers.about].flatMap(({ columns }) => columns),
    words,
    top,
    sideBySide: alternatives && question.take(sideBySide).length > 0 ? alternatives : undefined,
  })
  const conditions = [...named.conditions, ...states.conditions, ...numbers.conditions, ...times.conditions]
  const assumed = assumedOf(roles, words.superlative, table)
  const asked = askedOf(table, { ...roles, ...assumed, conditions })
  const nearColumns = near.columns.map((mention) => ({
    said: question.saidAt(mention),
    meant: [mention.columns[0]!.label],
    column: mention.columns[0]!,
  }))
  return {
    table,
    asked,
    matched: mentions.columns.length + mentions.values.length + times.conditions.length,
    near: [
      ...mentions.values.filter(({ isNear }) => isNear).map((mention) => nearMatchOf(question, mention)),
      ...nearColumns,
      ...states.taken,
      ...roles.taken,
    ],
    unknown: leftWords(question, (word) => isRowNoun(word, table)),
    ambiguous: [...named.ambiguous, ...numbers.ambiguous, ...times.ambiguous, ...roles.ambiguous],
    unused: roles.unused,
    open: assumed.open,
  }
}

/** Groups that are shown where a superlative is open. */
const maxOpen = 20

/**
 * What is computed of groups where the question does not say: the sum of what is added up by its name. Of anything else the
 * average, the sum unless it is an age or a rate, and for `highest` the largest single value.
 */
function assumedOf(
  { aggregates, measures, groups, top }: Roles,
  superlative: Superlative | undefined,
  table: Table,
): Pick<Roles, 'aggregates' | 'top'> & Pick<Reading, 'open'> {
  if (aggregates.length > 0 || groups.length === 0) return { aggregates, top }
  const isOneRow = groups.length === 1 && !groups[0]!.period && isUnique(groups[0]!.column, table)
  if (isOneRow || measures.every(isAddable) || (top && superlative?.isAmount)) return { aggregates: ['sum'], top }
  const sum: Aggregate[] = measures.some((column) => isAddable(column) === false) ? [] : ['sum']
  if (!top) return { aggregates: ['avg', ...sum], top }
  const { least } = top
  return {
    aggregates: [least ? 'min' : 'max', 'avg', ...sum],
    top: { count: Math.max(maxOpen, top.count), least },
    open: superlative && { said: superlative.said, least },
  }
}

function askedOf(table: Table, roles: Roles & Pick<Asked, 'conditions'>): Asked | undefined {
  const { aggregates, measures, counted, groups, top, plain, conditions } = roles
  const figures = aggregates.flatMap((aggregate): Figure[] =>
    aggregate === 'count'
      ? [{ aggregate, ...(counted && { column: counted, distinct: true }) }]
      : measures.map((column) => ({ aggregate, column })),
  )
  const base = { table, groups, top, conditions }
  if (figures.length > 0 && figures.length <= maxFigures && groups.length <= 2) return { ...base, figures, columns: [] }
  if (aggregates.length > 0 || conditions.length === 0) return undefined
  const about = conditions.map(({ column }) => column)
  const named = [...plain, ...measures]
  const columns = named.length > 0 ? [...new Set([...about, ...named])] : table.columns
  return { ...base, figures: [], columns }
}
