import { splitSentences } from '../sentences.ts'
import { amountsIn } from './amounts.ts'
import { datesIn } from './dates.ts'
import { fieldsIn } from './fields.ts'
import { isPhoneAlone, phoneLabel, phonesIn } from './phones.ts'
import { type FoundTable, type Line, linesOf, tablesIn } from './tables.ts'

export const factKinds = ['field', 'date', 'amount', 'email', 'phone', 'percentage'] as const
export type FactKind = (typeof factKinds)[number]

/** Something that can be taken from a page without understanding it. */
export interface Fact {
  kind: FactKind
  /** What the value is called, for a field; of a cell, its row and column; the sentence that it stands in otherwise. */
  name: string
  /** As the page has it, or, of dates and amounts, what it means: `2026-11-21`, `40000000 JPY`. */
  value: string
}

const email = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu
const percentage = /(?<![\d.,])\d+(?:\.\d+)? ?%/g
const bareNumber = /^[-+△▲]?\d[\d,]*(?:\.\d+)?$/
/** A unit that the head of a column gives to the numbers below it. */
const currencyOfHeader = /(?:千|百万|万|億)?円|(?<![a-z])(?:eur|usd|jpy|gbp|yen|euros?|dollars?)(?![a-z])|[¥$€£]/i

/** The facts of a page, in its order, those in its tables among them, and the tables. */
export function factsOf(text: string): { facts: Fact[]; tables: FoundTable[] } {
  return { facts: linesOf(text).flatMap(factsOfLine), tables: tablesIn(text) }
}

function factsOfLine(line: Line): Fact[] {
  if (line.cells) return factsOfRow(line)
  return [
    ...fieldsIn(line.text).map(({ name, value }): Fact => ({ kind: 'field', name, value })),
    ...splitSentences(line.text).flatMap((sentence) => factsIn(sentence, sentence)),
  ]
}

function factsOfRow({ cells, header, text }: Extract<Line, { cells: string[] }>): Fact[] {
  // A first row that holds addresses or numbers to call is a row like the others.
  const heads = header?.some((cell) => cell.search(email) >= 0 || phonesIn(cell).length > 0) ? undefined : header
  if (heads === cells) return factsIn(text, text.replaceAll('\t', ' · '))
  return cells.flatMap((cell, at) => {
    const head = heads?.[at] ?? ''
    const label = cells.find((other, index) => index !== at && other !== '') ?? ''
    const found = factsIn(cell, [label, head].filter(Boolean).join(' · '))
    return found.length > 0 ? found : byHeader(cell, head, label)
  })
}

/** What a bare number is by the name of its column. */
function byHeader(cell: string, head: string, label: string): Fact[] {
  const name = [label, head].filter(Boolean).join(' · ')
  const plain = cell.normalize('NFKC').trim()
  if (phoneLabel.test(head) && isPhoneAlone(plain)) return [{ kind: 'phone', name, value: plain }]
  if (!bareNumber.test(plain)) return []
  const title = head.normalize('NFKC')
  const unit = currencyOfHeader.exec(title)?.[0]
  const [, sign, figures] = /^([-+△▲]?)(.*)$/.exec(plain)!
  const signed = /[-△▲]/.test(sign!) ? '-' : ''
  if (unit) {
    const written = /^[¥$€£]$/.test(unit) ? `${unit}${figures}` : `${figures}${unit}`
    return amounts(written, name).map((fact) => ({ ...fact, value: `${signed}${fact.value}` }))
  }
  return title.includes('%') ? [{ kind: 'percentage', name, value: `${signed}${figures}%` }] : []
}

function factsIn(text: string, name: string): Fact[] {
  const plain = text.normalize('NFKC')
  return [
    ...datesIn(text).map(({ iso }): Fact => ({ kind: 'date', name, value: iso })),
    ...amounts(text, name),
    ...[...new Set(plain.match(email))].map((value): Fact => ({ kind: 'email', name, value })),
    ...phonesIn(text).map((value): Fact => ({ kind: 'phone', name, value })),
    ...(plain.match(percentage) ?? []).map((value): Fact => ({ kind: 'percentage', name, value })),
  ]
}

const amounts = (text: string, name: string): Fact[] =>
  amountsIn(text).map(({ value, currency }): Fact => ({ kind: 'amount', name, value: `${value} ${currency}` }))
