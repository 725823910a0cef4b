import type { Table } from '~/provider/sandbox/table.ts'
import { type Aggregate, type Asked, type Figure, isComplete, type Reading, type Value } from './asked.ts'
import { isRowNoun, type Roles, rolesOf } from './column-roles.ts'
import { numberConditions, valueConditions } from './conditions.ts'
import { takeGrammar, takeTop } from './grammar-words.ts'
import { leftWords } from './left-words.ts'
import { type Mentions, mentionsIn, nearMatchOf, nearMentionsIn } from './mentions.ts'
import { foldName, QuestionText } from './question-text.ts'
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

const mostFigures = 6

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
  const about = new Set([...times.about, ...numbers.about, ...named.about])
  const roles = rolesOf(question, table, {
    mentions: mentions.columns.filter((mention) => !about.has(mention)),
    compared: [...numbers.about].flatMap(({ columns }) => columns),
    words,
    top,
  })
  const conditions = [...named.conditions, ...numbers.conditions, ...times.conditions]
  const asked = askedOf(table, { ...roles, conditions })
  const nearColumns = near.columns.map(({ at, end, columns }) => ({
    said: question.shown.slice(at, end),
    meant: [columns[0]!.label],
    column: columns[0]!,
  }))
  return {
    table,
    asked,
    matched: mentions.columns.length + mentions.values.length + times.conditions.length,
    near: [
      ...mentions.values.filter(({ isNear }) => isNear).map((mention) => nearMatchOf(question, mention)),
      ...nearColumns,
      ...roles.taken,
    ],
    unknown: leftWords(question, (word) => isRowNoun(word, table)),
    ambiguous: [...named.ambiguous, ...numbers.ambiguous, ...times.ambiguous, ...roles.ambiguous],
    unused: roles.unused,
  }
}

function askedOf(table: Table, roles: Roles & Pick<Asked, 'conditions'>): Asked | undefined {
  const { aggregates, measures, counted, groups, top, plain, conditions } = roles
  const isGrouped = groups.length > 0
  const wanted: Aggregate[] = aggregates.length > 0 ? aggregates : isGrouped ? ['sum'] : []
  const figures = wanted.flatMap((aggregate): Figure[] =>
    aggregate === 'count'
      ? [{ aggregate, ...(counted && { column: counted, distinct: true }) }]
      : measures.map((column) => ({ aggregate, column })),
  )
  const base = { table, groups, top, conditions }
  if (figures.length > 0 && figures.length <= mostFigures && groups.length <= 2)
    return { ...base, figures, columns: [] }
  if (wanted.length > 0 || conditions.length === 0) return undefined
  const about = conditions.map(({ column }) => column)
  const named = [...plain, ...measures]
  const columns = named.length > 0 ? [...new Set([...about, ...named])] : table.columns
  return { ...base, figures: [], columns }
}
