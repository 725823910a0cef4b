import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import type { RankedSentence } from '~/provider/builtin/rank.ts'
import type { Finding } from './finding.ts'
import { type Bound, quantitiesIn, type Quantity } from './quantities.ts'

/** A rule that limits one quantity: `Invoices are paid within 30 days`. */
export interface LimitRule {
  value: number
  unit: string
  bound: Bound
  /** The rule without its limit: what is limited. */
  subject: string
}

/** What makes a sentence hold in some cases only, or turns it around. */
const hedge =
  /\b(if|unless|except|only|when|whenever|not|never|no|without|prohibited|forbidden|depending)\b|n't\b|場合|ただし|但し|除[きくい]|以外|のみ|だけ|とき|際|ない|ません|禁止|不可|原則/i

/** The share of the subject that a sentence has to speak of with its heading. */
const minCoverage = 0.6
const maxQuotes = 3

/** Reads a rule that is one limit and nothing more; undefined for every other, and for one that holds in some cases only. */
export function limitRuleOf(rule: string): LimitRule | undefined {
  const text = rule.normalize('NFKC')
  const quantities = quantitiesIn(text)
  const [{ value, unit, bound, start, end } = {} as Partial<Quantity>] = quantities
  if (quantities.length !== 1 || bound === undefined) return undefined
  const subject = `${text.slice(0, start)} ${text.slice(end)}`.trim()
  return hedge.test(subject) ? undefined : { value: value!, unit: unit!, bound, subject }
}

/**
 * Compares the limits and figures that sentences name for what the rule limits. Undefined where none can be compared.
 *
 * @param ranked by the rule's subject
 */
export function judgeLimit(
  rule: LimitRule,
  ranked: RankedSentence[],
  locale: Language,
): Pick<Finding, 'verdict' | 'quotes' | 'reason'> | undefined {
  const compared = ranked
    .filter(({ coverage }) => coverage >= minCoverage)
    .flatMap(({ text, passage }) => {
      const quantity = comparable(rule, text)
      return quantity ? [{ keeps: keeps(rule, quantity), quote: { page: passage.page, words: text } }] : []
    })
  if (compared.length === 0) return undefined
  const quotes = compared.slice(0, maxQuotes).map(({ quote }) => quote)
  if (compared.every((one) => one.keeps)) return { verdict: 'met', quotes, reason: '' }
  if (!compared.some((one) => one.keeps)) return { verdict: 'violated', quotes, reason: '' }
  return { verdict: 'unclear', quotes, reason: m.compliance_figures_differ({}, { locale }) }
}

/** The one quantity of a sentence that the rule's limit can be held against. */
function comparable(rule: LimitRule, sentence: string): Quantity | undefined {
  const quantities = quantitiesIn(sentence).filter(({ unit }) => unit === rule.unit)
  const [quantity] = quantities
  if (!quantity || quantities.length > 1) return undefined
  const { value, bound, start, end } = quantity
  const text = sentence.normalize('NFKC')
  if (hedge.test(`${text.slice(0, start)} ${text.slice(end)}`)) return undefined
  if (bound === undefined || bound === rule.bound) return quantity
  // 'Above 7' is 'at least 8' of whole things, and not of others.
  return isUpper(bound) === isUpper(rule.bound) && Math.abs(value - rule.value) > 1 ? quantity : undefined
}

const isUpper = (bound: Bound) => bound === 'at most' || bound === 'below'

function keeps({ value: limit, bound }: LimitRule, { value, bound: own }: Quantity): boolean {
  if (bound === 'at most') return value <= limit
  if (bound === 'at least') return value >= limit
  // 'Below 30' itself stays below 30.
  if (own === bound) return bound === 'below' ? value <= limit : value >= limit
  return bound === 'below' ? value < limit : value > limit
}
