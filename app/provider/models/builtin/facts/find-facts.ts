import { splitSentences } from '../sentences.ts'
import { amountsIn } from './amounts.ts'
import { datesIn } from './dates.ts'
import { fieldsIn } from './fields.ts'
import { type FoundTable, tablesIn } from './tables.ts'

export const factKinds = ['field', 'date', 'amount', 'email', 'phone', 'percentage'] as const
export type FactKind = (typeof factKinds)[number]

/** Something that can be taken from a page without understanding it. */
export interface Fact {
  kind: FactKind
  /** What the value is called, for a field; the sentence that it stands in otherwise. */
  name: string
  /** As the page has it, or, of dates and amounts, what it means: `2026-11-21`, `40000000 JPY`. */
  value: string
}

const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu
const phone = /(?<![\d-])(?:\+\d{1,3}[ -]?)?(?:\(0\d{1,4}\)|0\d{1,4})[ -]\d{1,4}[ -]\d{3,4}(?![\d-])/g
const percentage = /\d+(?:\.\d+)? ?[%％]/g

/** The facts of a page, in its order, and its tables. */
export function factsOf(text: string): { facts: Fact[]; tables: FoundTable[] } {
  const tables = tablesIn(text)
  const prose = text.split('\n').filter((line) => !line.includes('\t'))
  const facts = prose.flatMap((line) => [
    ...fieldsIn(line).map(({ name, value }): Fact => ({ kind: 'field', name, value })),
    ...splitSentences(line).flatMap(factsOfSentence),
  ])
  return { facts, tables }
}

const factsOfSentence = (sentence: string): Fact[] => [
  ...datesIn(sentence).map(({ iso }): Fact => ({ kind: 'date', name: sentence, value: iso })),
  ...amountsIn(sentence).map(({ value, currency }): Fact => ({
    kind: 'amount',
    name: sentence,
    value: `${value} ${currency}`,
  })),
  ...matches('email', email, sentence),
  ...matches('phone', phone, sentence),
  ...matches('percentage', percentage, sentence),
]

const matches = (kind: FactKind, pattern: RegExp, sentence: string): Fact[] =>
  [...sentence.matchAll(pattern)].map(([value]) => ({ kind, name: sentence, value }))
