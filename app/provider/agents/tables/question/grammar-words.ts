import { type Aggregate, type Asked, type Group, isMeasure } from './asked.ts'
import type { ColumnMention } from './mentions.ts'
import type { QuestionText, Span } from './question-text.ts'

const aggregatePatterns: [Aggregate, RegExp][] = [
  ['count', /\bcounts?(?: of)?\b|\bhow many\b|\b(?:total )?number of\b|件数|何件|いくつ|行数|何行/],
  ['avg', /\baverages?\b|\bmean\b|\bavg\b|平均(?:値|額)?/],
  ['sum', /\btotals?\b|\bsums?\b|\bin total\b|\baltogether\b|合計(?:値|額)?|総計|総額|累計|集計/],
  ['max', /\bhighest\b|\blargest\b|\bbiggest\b|\bgreatest\b|\bmaximum\b|\bmax\b|\bmost\b|(?:最大|最高)(?:値|額)?/],
  ['min', /\blowest\b|\bsmallest\b|\bminimum\b|\bmin\b|\bleast\b|\bfewest\b|(?:最小|最低)(?:値|額)?/],
]
const mostOf = /(?:最も|一番|いちばん)/
const isMore = /(?:多|高|大き)(?:かった|い)/
const isLess = /(?:少な|低|小さ|安)(?:かった|い)/

const periods: [NonNullable<Group['period']>, RegExp][] = [
  ['month', /月別|月ごと|月毎|毎月|月次|\bmonthly\b|\b(?:by|per|for each|each|every) month\b/],
  ['year', /年別|年ごと|年毎|毎年|年次|\byearly\b|\bannual(?:ly)?\b|\b(?:by|per|for each|each|every) year\b/],
]
const trend = /推移|\bover time\b|\btrends?\b/
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

const people =
  /\b(?:how many|number of|count of) (?:people|persons)(?: (?:(?:who )?(?:work|live|are)))?\b|人数|何人|何名/
const person = /\bwho\b|(?:どの)?(?:人|社員|方)(?:は|が)?(?:誰|だれ|どなた)|誰|だれ|どなた|どの(?:人|方)/
const amount = /most|fewest|多|少/

const distinctWords = /\b(?:different|distinct|unique)\b|異なる|(?:の)?種類(?:数)?/

/** A word for the most or the least of something: `highest`, 最も少ない. */
export interface Superlative {
  said: string
  least: boolean
  /** Whether it speaks of how much there is in all, as `most` and 多い do, and `highest` may not. */
  isAmount: boolean
}

/** The words of a question that say how to compute. */
export interface GrammarWords {
  aggregates: Set<Aggregate>
  /** Where words that count stand: what is counted follows them. */
  countedAt: number[]
  isDistinct: boolean
  isMostFrequent: boolean
  /** `how many people`, 人数: rows are counted only where each is a person. */
  countedPeople: Span | undefined
  superlative: Superlative | undefined
  /** `who`, 誰, of a superlative: people are sought. */
  soughtPerson: Span | undefined
  period: Group['period']
  soughtPeriod: Group['period']
}

/** Takes them out of the question, whose columns are found already: a column may be called Total. */
export function takeGrammar(question: QuestionText, columns: ColumnMention[]): GrammarWords {
  const takePeriod = (patterns: typeof periods) =>
    patterns.find(([, pattern]) => question.take(pattern).length > 0)?.[0]
  const takeFirst = (pattern: RegExp): Span | undefined => {
    const [found] = question.take(pattern)
    return found && { at: found.index, end: found.index + found[0].length }
  }
  const aggregates = new Set<Aggregate>()
  const isMostFrequent = question.take(/\bmost (?:common|frequent|often|popular)\b|\bmost frequently\b/).length > 0
  if (isMostFrequent) aggregates.add('count').add('max')
  const countedPeople = takeFirst(people)
  if (countedPeople) aggregates.add('count')
  const countedAt: number[] = []
  const superlatives: Superlative[] = []
  const addSuperlative = ({ 0: match, index }: RegExpExecArray, least: boolean) =>
    superlatives.push({
      said: question.shown.slice(index, index + match.length),
      least,
      isAmount: amount.test(match),
    })
  for (const [aggregate, pattern] of aggregatePatterns) {
    const found = question.take(pattern)
    if (found.length === 0) continue
    aggregates.add(aggregate)
    if (aggregate === 'count') countedAt.push(...found.map((match) => match.index + match[0].length))
    if (aggregate === 'max' || aggregate === 'min') addSuperlative(found[0]!, aggregate === 'min')
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
    const [less] = question.take(isLess)
    const [more] = less ? [] : question.take(isMore)
    if (less ?? more) addSuperlative((less ?? more)!, less !== undefined)
    if (less) aggregates.add('min')
    else if (more) aggregates.add('max')
  }
  // 'how many … in total' and 'the total number of' sum nothing up.
  if (aggregates.has('count') && aggregates.has('sum') && countedAt.length > 0 && !/\band\b|と/.test(question.text))
    aggregates.delete('sum')
  const isDistinct = question.take(distinctWords).length > 0
  const isTrend = question.take(trend).length > 0
  const period = takePeriod(periods) ?? (isTrend ? 'month' : undefined)
  const isSuperlative = aggregates.has('max') || aggregates.has('min')
  return {
    aggregates,
    countedAt,
    isDistinct,
    isMostFrequent,
    countedPeople,
    superlative: superlatives[0],
    soughtPerson: isSuperlative ? takeFirst(person) : undefined,
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
