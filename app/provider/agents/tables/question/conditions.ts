import type { Column } from '~/provider/sandbox/table.ts'
import { type Condition, isMeasure, isNumber, type Operator, type Value } from './asked.ts'
import type { ColumnMention, ValueMention } from './mentions.ts'
import { areBeside, foldName, type QuestionText, type Span } from './question-text.ts'

/** Conditions that a question sets, and the columns that they are about. */
export interface FoundConditions {
  conditions: Condition[]
  /** The mentions of columns that only say which column a condition is about. */
  about: Set<ColumnMention>
  ambiguous: { said: string; columns: Column[] }[]
}

const notBefore = /(?:≠|not|except(?: for)?|excluding|without|other than|apart from)(?: the| in| of| from)? ?/
const notAfter = /['"」』”]? ?(?:以外|を除く|を除いた|を除いて|を除き|ではない|でない|じゃない)/
const joint = /^(?:,| |and|or|と|や|、|・|または|及び|および)+$/

/** Values that are named are conditions: those of one column are alternatives. */
export function valueConditions(
  question: QuestionText,
  { columns, values }: { columns: ColumnMention[]; values: ValueMention[] },
): FoundConditions {
  const found: FoundConditions = { conditions: [], about: new Set(), ambiguous: [] }
  const excluded = excludedAmong(question, values)
  for (const mention of values) {
    const beside = columns.find((column) => areBeside(question, column, mention))
    const named = mention.values.filter(({ column }) => beside?.columns.includes(column))
    const meant = named.length > 0 ? named : mention.values
    if (beside && named.length > 0) found.about.add(beside)
    const possible = [...new Set(meant.map(({ column }) => column))]
    if (possible.length > 1) found.ambiguous.push({ said: question.saidAt(mention), columns: possible })
    else addValues(found.conditions, possible[0]!, meant, excluded.has(mention))
  }
  return found
}

function addValues(conditions: Condition[], column: Column, values: Value[], not: boolean) {
  const texts = values.map(({ text }) => text)
  const same = conditions.find((one) => one.kind === 'values' && one.column === column && one.not === not)
  if (same?.kind === 'values') same.texts = [...new Set([...same.texts, ...texts])]
  else conditions.push({ kind: 'values', column, texts, not })
}

/** `except A and B`, AとB以外: the word stands once for all that are joined. */
function excludedAmong(question: QuestionText, values: ValueMention[]): Set<ValueMention> {
  const excluded = new Set(
    values.filter(
      ({ at, end }) =>
        question.takeBefore(at, notBefore) !== undefined || question.takeAfter(end, notAfter) !== undefined,
    ),
  )
  const joined = (one: ValueMention, next: ValueMention) => joint.test(question.text.slice(one.end, next.at))
  for (const [at, value] of values.entries()) {
    if (at > 0 && excluded.has(values[at - 1]!) && joined(values[at - 1]!, value)) excluded.add(value)
  }
  for (const [at, value] of [...values.entries()].toReversed()) {
    if (values[at + 1] && excluded.has(values[at + 1]!) && joined(value, values[at + 1]!)) excluded.add(value)
  }
  return excluded
}

const number = '[-+]?[¥$€£]? ?(\\d[\\d,]*(?:\\.\\d+)?[千万億]?)(?![\\d年月日千万億])'
const scales: Record<string, number> = { 千: 1e3, 万: 1e4, 億: 1e8 }
/** 5,000, 5千 and 1.5万 alike. */
const numberOf = (text: string) => Number(text.replaceAll(/[,千万億]/g, '')) * (scales[text.at(-1)!] ?? 1)
const unit = '(?: ?(?:円|%|eur|usd|jpy|yen|euros?|dollars?|€|件|人|個|台|回|本|枚|歳|点|時間|分)(?![a-z]))?'
const comparisons: [Operator, RegExp][] = [
  ['>=', new RegExp(`(?<![a-z])(?:at least|no less than|not less than|from|>=|≥) ?${number}${unit}`)],
  ['<=', new RegExp(`(?<![a-z])(?:at most|no more than|not more than|up to|<=|≤) ?${number}${unit}`)],
  ['>', new RegExp(`(?<![a-z])(?:(?:more|greater|higher|larger) than|over|above|exceeding|>) ?${number}${unit}`)],
  ['<', new RegExp(`(?<![a-z])(?:(?:less|lower|smaller|fewer) than|under|below|<) ?${number}${unit}`)],
  ['>=', new RegExp(`${number}${unit}(?: or more| and more|以上)`)],
  ['<=', new RegExp(`${number}${unit}(?: or less|以下|以内)`)],
  ['<', new RegExp(`${number}${unit}(?:未満|を下回(?:る|った)|より(?:小さい?|少ない?|低い?|安い?))`)],
  ['>', new RegExp(`${number}${unit}(?:を(?:超える|超えた|超え|上回る|上回った)|超|より(?:大きい?|多い?|高い?))`)],
]
const between = new RegExp(`between ${number}${unit} and ${number}${unit}`)
const equal = new RegExp(`(?: is | are | = |=|:| |が|は)?${number}${unit}`)

/** Numbers that a column is compared with: `price over 100`, 価格が100以上, `class 3`. */
export function numberConditions(question: QuestionText, mentions: ColumnMention[]): FoundConditions {
  const found: FoundConditions = { conditions: [], about: new Set(), ambiguous: [] }
  const numeric = mentions.filter(({ columns }) => columns.some(isNumber))
  const add = (place: Span, bounds: [Operator, string][]) => {
    const nearest = numeric.find((mention) => isComparedWith(question, mention, place))
    if (!nearest) return
    const said = question.text.slice(nearest.at, nearest.end)
    // 'respondents over 60' compares no numbers of respondents, unless it names their column as it is written.
    const columns = nearest.columns.filter((one) => isMeasure(one) || (isNumber(one) && foldName(one.label) === said))
    if (columns.length === 0) return
    question.use(place)
    found.about.add(nearest)
    if (columns.length > 1) found.ambiguous.push({ said: question.saidAt(nearest), columns })
    for (const [operator, text] of bounds)
      found.conditions.push({ kind: 'number', column: columns[0]!, operator, number: numberOf(text) })
  }
  for (const { place, groups } of freeMatches(question, between))
    add(place, [
      ['>=', groups[0]!],
      ['<=', groups[1]!],
    ])
  for (const [operator, pattern] of comparisons) {
    for (const { place, groups } of freeMatches(question, pattern)) add(place, [[operator, groups[0]!]])
  }
  // A number right after the name of a column of whole numbers is one of its values.
  for (const mention of numeric) {
    const match = new RegExp(`^${equal.source}(?![\\d.])`, 'u').exec(question.text.slice(mention.end))
    const end = mention.end + (match?.[0].length ?? 0)
    const [column, ...others] = mention.columns
    if (!match || others.length > 0 || column!.kind !== 'integer' || !question.isFree({ at: mention.end, end }))
      continue
    question.use({ at: mention.end, end })
    found.about.add(mention)
    found.conditions.push({
      kind: 'number',
      column: column!,
      operator: '=',
      number: numberOf(match[1]!),
    })
  }
  return found
}

function freeMatches(question: QuestionText, pattern: RegExp): { place: Span; groups: string[] }[] {
  return [...question.text.matchAll(new RegExp(pattern, 'gu'))]
    .map(({ 0: match, index, ...groups }) => ({
      place: { at: index, end: index + match.length },
      groups: Object.values(groups).slice(0, 2) as string[],
    }))
    .filter(({ place }) => question.isFree(place))
}

/** `salary of people over 30` compares no salary: nothing but a verb or a particle may stand between. */
function isComparedWith(question: QuestionText, mention: Span, place: Span): boolean {
  const [first, second] = mention.at < place.at ? [mention.end, place.at] : [place.end, mention.at]
  const between = question.text.slice(first, second)
  return first <= second && /^[\s=:]*(?:(?:is|are|was|were|of|at|that|which|が|は|の)\s*)*$/u.test(between)
}
