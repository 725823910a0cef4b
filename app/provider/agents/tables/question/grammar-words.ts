import { type Aggregate, type Asked, type Group, isMeasure } from './asked.ts'
import type { ColumnMention } from './mentions.ts'
import type { QuestionText } from './question-text.ts'

const aggregatePatterns: [Aggregate, RegExp][] = [
  ['count', /\bcounts?(?: of)?\b|\bhow many\b|\b(?:total )?number of\b|件数|何件|いくつ|人数|何人|何名|行数|何行/],
  ['avg', /\baverages?\b|\bmean\b|\bavg\b|平均値?/],
  ['sum', /\btotals?\b|\bsums?\b|\bin total\b|\baltogether\b|合計値?|総計|総額|累計|集計/],
  ['max', /\bhighest\b|\blargest\b|\bbiggest\b|\bgreatest\b|\bmaximum\b|\bmax\b|\bmost\b|最大値?|最高/],
  ['min', /\blowest\b|\bsmallest\b|\bminimum\b|\bmin\b|\bleast\b|\bfewest\b|最小値?|最低/],
]
const mostOf = /(?:最も|一番|いちばん)/
const isMore = /(?:多|高|大き)(?:かった|い)/
const isLess = /(?:少な|低|小さ|安)(?:かった|い)/

const periods: [NonNullable<Group['period']>, RegExp][] = [
  ['month', /月別|月ごと|月毎|毎月|月次|\bmonthly\b|\b(?:by|per|for each|each|every) month\b/],
  ['year', /年別|年ごと|年毎|毎年|年次|\byearly\b|\bannual(?:ly)?\b|\b(?:by|per|for each|each|every) year\b/],
]
const soughtPeriods: [NonNullable<Group['period']>, RegExp][] = [
  ['month', /\b(?:which|what|the) month\b|どの月|何月|月(?=[はがを?]|$)/],
  ['year', /\b(?:which|what|the) year\b|どの年|何年|年(?=[はがを?]|$)/],
]

const counter = '(?:つ|件|個|社|名|人|位|品)?'
const mostTop = new RegExp(
  `\\b(?:top|best|highest|largest) (\\d{1,3})\\b|\\b(\\d{1,3}) (?:highest|largest|best)\\b|(?:上位|とっぷ|べすと) ?(\\d{1,3})${counter}`,
)
const leastTop = new RegExp(
  `\\b(?:bottom|worst|lowest|smallest) (\\d{1,3})\\b|\\b(\\d{1,3}) (?:lowest|smallest|worst)\\b|(?:下位|わーすと) ?(\\d{1,3})${counter}`,
)

const distinctWords = /\b(?:different|distinct|unique)\b|異なる|(?:の)?種類(?:数)?/

/** The words of a question that say how to compute. */
export interface GrammarWords {
  aggregates: Set<Aggregate>
  /** Where words that count stand: what is counted follows them. */
  countedAt: number[]
  isDistinct: boolean
  isMostFrequent: boolean
  period: Group['period']
  soughtPeriod: Group['period']
}

/** Takes them out of the question, whose columns are found already: a column may be called Total. */
export function takeGrammar(question: QuestionText, columns: ColumnMention[]): GrammarWords {
  const takePeriod = (patterns: typeof periods) =>
    patterns.find(([, pattern]) => question.take(pattern).length > 0)?.[0]
  const aggregates = new Set<Aggregate>()
  const isMostFrequent = question.take(/\bmost (?:common|frequent|often|popular)\b|\bmost frequently\b/).length > 0
  if (isMostFrequent) aggregates.add('count').add('max')
  const countedAt: number[] = []
  for (const [aggregate, pattern] of aggregatePatterns) {
    const found = question.take(pattern)
    if (found.length === 0) continue
    aggregates.add(aggregate)
    if (aggregate === 'count') countedAt.push(...found.map((match) => match.index + match[0].length))
    // 'most products' counts products.
    for (const match of found) {
      const end = match.index + match[0].length
      const isOfThings =
        /most|fewest/.test(match[0]) && columns.some(({ at, columns: [one] }) => at === end + 1 && !isMeasure(one!))
      if (isOfThings) aggregates.add('count')
      if (isOfThings) countedAt.push(end)
    }
  }
  if (question.take(mostOf).length > 0) {
    if (question.take(isLess).length > 0) aggregates.add('min')
    else if (question.take(isMore).length > 0) aggregates.add('max')
  }
  // 'how many … in total' and 'the total number of' sum nothing up.
  if (aggregates.has('count') && aggregates.has('sum') && countedAt.length > 0 && !/\band\b|と/.test(question.text))
    aggregates.delete('sum')
  const isDistinct = question.take(distinctWords).length > 0
  const period = takePeriod(periods)
  const isSuperlative = aggregates.has('max') || aggregates.has('min')
  return {
    aggregates,
    countedAt,
    isDistinct,
    isMostFrequent,
    period,
    soughtPeriod: isSuperlative ? takePeriod(soughtPeriods) : undefined,
  }
}

/** `top 3`, 下位5件. */
export function takeTop(question: QuestionText): Asked['top'] {
  for (const [pattern, least] of [
    [mostTop, false],
    [leastTop, true],
  ] as const) {
    const [match] = question.take(pattern)
    const count = Number(match?.slice(1).find((group) => group !== undefined) ?? 0)
    if (count > 0) return { count, least }
  }
  return undefined
}
