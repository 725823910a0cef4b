import { datesIn } from '~/provider/builtin/facts/dates.ts'
import type { Column, Table } from '~/provider/sandbox/table.ts'
import type { Operator } from './asked.ts'
import type { FoundConditions } from './conditions.ts'
import type { ColumnMention } from './mentions.ts'
import type { QuestionText, Span } from './question-text.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const monthOf = (name: string) => String(months.indexOf(name.slice(0, 3)) + 1).padStart(2, '0')
const two = (figures: string) => figures.padStart(2, '0')

/** Times that a question may name, as the beginning of an ISO date, or a month of any year. */
const times: [RegExp, (groups: string[]) => string][] = [
  [
    /(?<!\d)(\d{4})(?:[-/]| ?年 ?)(\d{1,2})(?:月(?!別|ごと|毎|次))?(?![-/\d])/,
    ([year, month]) => `${year}-${two(month!)}`,
  ],
  [new RegExp(`\\b${monthName}\\.?,? (\\d{4})\\b`), ([month, year]) => `${year}-${monthOf(month!)}`],
  [/(?<![\d.,])(\d{4}) ?年(?!度|別|ごと|毎|次)/, ([year]) => year!],
  [/(?<![\d.,¥$€£-])((?:19|20)\d\d)(?![\d.,%年])(?=\P{L}|の|に|は|が|から|まで|以|より|$)/u, ([year]) => year!],
  [
    new RegExp(`(?<=\\b(?:in|of|for|during|since|from|until|to|through|and|before|after|between) )${monthName}\\b`),
    ([month]) => monthOf(month!),
  ],
  [/(?<![\d年])(\d{1,2})月(?!別|ごと|毎|次)/, ([month]) => two(month!)],
]

const before: [RegExp, Operator][] = [
  [/(?:since|from|between|starting(?: in| from)?) /, '>='],
  [/before /, '<'],
  [/after /, '>'],
  [/(?:until|till|through|up to|to) /, '<='],
  [/(?:in|of|for|during|on) /, '='],
]
const after: [RegExp, Operator][] = [
  [/(?:以降|から|[〜~])/, '>='],
  [/(?:より前)/, '<'],
  [/(?:より後)/, '>'],
  [/(?:まで|以前)/, '<='],
]

type Time = Span & { date: string; operator: Operator }

/** Times that the rows must be of: `in 2013`, `from April to June 2026`, 2026年4月から6月まで. */
export function timeConditions(question: QuestionText, table: Table, mentions: ColumnMention[]): FoundConditions {
  const found: FoundConditions = { conditions: [], about: new Set(), ambiguous: [] }
  const isTime = (column: Column) => column.kind === 'date' || isYear(column)
  const about = mentions.filter(({ columns }) => columns.some(isTime))
  const mentioned = [...new Set(about.flatMap(({ columns }) => columns.filter(isTime)))]
  const dates = table.columns.filter(({ kind }) => kind === 'date')
  const possible = mentioned.length > 0 ? mentioned : dates.length > 0 ? dates : table.columns.filter(isYear)
  const [column, ...others] = possible
  if (!column) return found
  const named = timesIn(question).filter(({ date }) => fits(date, column))
  for (const time of named) question.use(time)
  if (named.length === 0) return found
  for (const mention of about) if (isBesideAny(question, mention, named)) found.about.add(mention)
  if (others.length > 0) {
    found.ambiguous.push({ said: question.saidAt(named[0]!), columns: possible })
    return found
  }
  for (const { date, operator } of withYears(ranged(question, named))) {
    if (column.kind === 'date') found.conditions.push({ kind: 'time', column, operator, date })
    else found.conditions.push({ kind: 'number', column, operator, number: Number(date) })
  }
  return found
}

const isYear = ({ kind, label, profile }: Column) =>
  kind === 'integer' && /\byear\b|年/i.test(label) && Number(profile.min) >= 1000 && Number(profile.max) <= 2999

/** A column of months cannot say a day, and one of years no month. */
const fits = (date: string, column: Column) =>
  column.kind === 'date'
    ? String(column.profile.min).length >= (date.length === 2 ? 7 : date.length)
    : date.length === 4

const isBesideAny = (question: QuestionText, mention: Span, times: Span[]) =>
  times.some(({ at, end }) => {
    const [first, second] = mention.at < at ? [mention.end, at] : [end, mention.at]
    return /^[\s=:]*(?:(?:is|in|が|は|の|before|after|since|until|from|between|of)[\s]*)?$/u.test(
      question.text.slice(first, second),
    )
  })

function timesIn(question: QuestionText): Time[] {
  const found: Time[] = []
  const add = (at: number, end: number, date: string) => {
    const isTaken = found.some((one) => at < one.end && one.at < end)
    if (question.isFree({ at, end }) && !isTaken) found.push({ at, end, date, operator: '=' })
  }
  let from = 0
  for (const { text, iso } of datesIn(question.shown)) {
    const at = question.shown.indexOf(text, from)
    if (at < 0) continue
    from = at + text.length
    add(at, from, iso)
  }
  for (const [pattern, dateOf] of times) {
    for (const { 0: match, index, ...groups } of question.text.matchAll(new RegExp(pattern, 'gu')))
      add(index, index + match.length, dateOf(Object.values(groups).slice(0, 2) as string[]))
  }
  return found.toSorted((one, other) => one.at - other.at)
}

/** With the words around them that make ranges of times. */
function ranged(question: QuestionText, times: Time[]): Time[] {
  return times.map((time, index) => {
    const last = times[index - 1]
    const since = last && question.text.slice(last.end, time.at)
    const isEnd =
      since !== undefined && (/^ ?[-–〜~] ?$/.test(since) || (/^ and $/.test(since) && isAfterBetween(question, last!)))
    const marked = before.find(([pattern]) => question.takeBefore(time.at, pattern) !== undefined)?.[1]
    const closing = after.find(([pattern]) => question.takeAfter(time.end, pattern) !== undefined)?.[1]
    const beginsRange = /^ ?[-–〜~] ?(?=\d|[a-z])/.test(question.text.slice(time.end)) && times[index + 1] !== undefined
    return { ...time, operator: isEnd ? '<=' : beginsRange ? '>=' : (closing ?? marked ?? '=') }
  })
}

const isAfterBetween = (question: QuestionText, { at }: Span) => question.text.slice(0, at).endsWith('between ')

/** A month within a range is of the year that its other end names. */
function withYears(times: Time[]): Time[] {
  return times.map((time, index) => {
    if (time.date.length > 2 || time.operator === '=') return time
    const other = [times[index - 1], times[index + 1]].find((one) => one && one.date.length > 2)
    return other ? { ...time, date: `${other.date.slice(0, 4)}-${time.date}` } : time
  })
}
