import type { Turn } from '../agent.ts'
import { queryTerms } from '~/provider/search/query-terms.ts'

/** Words that point back to what was said, at the beginning of a question or within it. */
const pointsBack =
  /^\s*(and|but|so|then|also|what about|how about|why|which one)\b|\b(it|its|they|them|their|that one|those|there)\b|^\s*(では|じゃあ?|それ|その|そこ|そして|ちなみに|あと|なぜ|どうして)|(それ|その|そこ|これ|この)/i
/** A question with more words of its own says what it is about. */
const fewWords = 3

/** The question before, where a question like 'And in 2025?' goes on with it and does not say itself what it is about. */
export function previousQuestion(question: string, history: Turn[]): string | undefined {
  const words = queryTerms(question).filter(({ kind }) => kind === 'w')
  return words.length <= fewWords && pointsBack.test(question) ? history.at(-1)?.question : undefined
}
