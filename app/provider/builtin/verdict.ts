import type { AskedQuestion } from './asked-question.ts'
import { type RankedSentence, titleOf } from './rank.ts'
import { isMissing, unsaidShare } from './unsaid.ts'

/** Whether what was found answers a question, only comes near it, or has little to do with it. */
export type Verdict = 'says' | 'nearest' | 'nothing'

/**
 * The least share of the question's subject that the best sentence and its context must speak of. Like the others, set on one half of
 * the questions of `npm run bench:answers`, and held against the other.
 */
const minCoverage = 0.25
/**
 * The most of the question that the page may leave unsaid. Where it never says what is asked of its subject ('who signed the contract?'),
 * the rest must be said the more: a name, a date or a number stands beside everything.
 */
const maxUnsaid = 0.45
const maxWithoutRelation = 0.3
/** What a missing name counts beside: the page speaks of somebody else. */
const missingName = 0.25

/**
 * Judges the best sentence, since a quotation under 'this is what your files say' is believed. What lacks the kind of answer that
 * was asked for does not answer: a date for 'when', a sum for 'how much'. Nor does a page that hardly says what was asked.
 */
export function judge(question: AskedQuestion, best: RankedSentence | undefined): Verdict {
  if (!best || best.subjectCoverage < minCoverage) return 'nothing'
  const { kind, words, relation, names } = question
  if (kind?.isStrict && !kind.answers(best)) return 'nearest'
  const page = termsOfPage(question, best)
  const lacksRelation = kind?.isStrict && relation.size > 0 && unsaidShare(relation, page) === 1
  const unsaid = unsaidShare(words, page) + (names.some(({ terms }) => isMissing(terms, page)) ? missingName : 0)
  return unsaid > (lacksRelation ? maxWithoutRelation : maxUnsaid) ? 'nearest' : 'says'
}

/** Names of the question that the page of a sentence does not have. */
export function missingNames(question: AskedQuestion, best: RankedSentence): string[] {
  const page = termsOfPage(question, best)
  return question.names.filter(({ terms }) => isMissing(terms, page)).map(({ name }) => name)
}

const termsOfPage = ({ said }: AskedQuestion, { passage }: RankedSentence): Set<string> =>
  said(`${titleOf(passage)}\n${passage.text}`)
