import type { AskedQuestion } from './asked-question.ts'
import { type RankedSentence, titleOf } from './rank.ts'

/** Whether what was found answers a question, only comes near it, or has little to do with it. */
export type Verdict = 'says' | 'nearest' | 'nothing'

/**
 * The least share of the question's subject that the best sentence and its context must speak of. Set on one half of the questions of
 * `npm run bench:answers`, and held against the other.
 */
const leastCoverage = { says: 0.31, nearest: 0.25 }

/**
 * Judges the best sentence, since a quotation under 'this is what your files say' is believed. What lacks the kind of answer that
 * was asked for does not answer: a date for 'when', a sum for 'how much'. Nor does what never names whom or what was asked about.
 */
export function judge(question: AskedQuestion, best: RankedSentence | undefined): Verdict {
  if (!best || best.subjectCoverage < leastCoverage.nearest) return 'nothing'
  if (best.subjectCoverage < leastCoverage.says) return 'nearest'
  if (question.kind && !question.kind.answers(best)) return 'nearest'
  return missingNames(question, best).length > 0 ? 'nearest' : 'says'
}

/** Names of the question that the page of a sentence does not have. */
export function missingNames({ names, said }: AskedQuestion, { passage }: RankedSentence): string[] {
  const page = said(`${titleOf(passage)}\n${passage.text}`)
  return names.filter(({ terms }) => !terms.every((term) => page.has(term))).map(({ name }) => name)
}
