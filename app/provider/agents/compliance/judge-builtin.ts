import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { readQuestion } from '~/provider/builtin/asked-question.ts'
import { rankSentences } from '~/provider/builtin/rank.ts'
import type { Passage } from '~/provider/search/passage.ts'
import { termsOf } from '~/provider/search/terms.ts'
import { inQuotationMarks } from '../quotation-marks.ts'
import type { DocumentText } from './document-text.ts'
import type { Finding, Rule } from './finding.ts'
import { judgeLimit, limitRuleOf } from './judge-limits.ts'
import { judgeWords } from './judge-words.ts'
import { wordRuleOf } from './word-rules.ts'

/** Passages that are looked at for a rule. */
export const passagesOfRule = 8
/** The least share of a rule that a quoted sentence and its context must speak of, and how many are quoted. */
const minCoverage = 0.34
const maxQuotes = 2

/** Decides a rule about words as they are written; undefined for every other rule. */
export function decideByWords(rule: Rule, document: DocumentText, locale: Language): Finding | undefined {
  const words = wordRuleOf(rule.text)
  return words && { rule, ...judgeWords(words, document, locale) }
}

/**
 * Holds a rule against a document without a model: words and limits are decided, for all else the sentences that speak of
 * the rule are quoted, and the verdict is left to the reader.
 *
 * @param passages of the document that speak of the rule
 */
export function judgeBuiltin(rule: Rule, document: DocumentText, passages: Passage[], locale: Language): Finding {
  const decided = decideByWords(rule, document, locale)
  if (decided) return decided
  const limit = limitRuleOf(rule.text)
  const judged = limit && judgeLimit(limit, rankSentences(readQuestion(limit.subject, passages), passages), locale)
  if (judged) return { rule, ...judged }
  const quotes = rankSentences(readQuestion(rule.text, passages), passages)
    .filter(({ coverage }) => coverage >= minCoverage)
    .slice(0, maxQuotes)
    .map(({ text, passage }) => ({ page: passage.page, words: text }))
  const words = lookedFor(rule.text, locale)
  const reason =
    quotes.length > 0 ? m.compliance_nearest({ words }, { locale }) : m.compliance_nothing_found({ words }, { locale })
  return { rule, verdict: 'unclear', quotes, reason }
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
/** Words that are named; a rule of more is a paragraph. */
const maxWords = 8

/** The words of a rule that passages are looked for by, as the rule has them and in the quotation marks of a language. */
function lookedFor(rule: string, locale: Language): string {
  const telling = [...segmenter.segment(rule)].flatMap(({ segment, isWordLike }) =>
    isWordLike && termsOf(segment).words.length > 0 ? [segment] : [],
  )
  const words = [...new Set(telling)].slice(0, maxWords).map((word) => inQuotationMarks(word, locale))
  return words.join(locale === 'ja' ? '' : ', ')
}
