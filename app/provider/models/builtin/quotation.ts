import type { AskedQuestion } from './asked-question.ts'
import { isJapanese } from './language.ts'
import type { RankedSentence } from './rank.ts'
import type { Sentence } from './sentences.ts'

/** Characters that a quotation may have with its neighbours; Japanese says the same in about half as many. */
const longest = { latin: 480, japanese: 240 }
/** How much of the question a neighbour must add to be quoted along. */
const leastAdded = 0.04

/** A sentence that goes on with the one before it. */
const goesOn =
  /^(it|its|they|their|them|this|these|those|that|he|she|his|her|there|then|such|so|however|but|also|otherwise|instead|in addition|after that|since then)\b|^(これ|それ|その|この|ここ|そこ|以後|その後|ただし|なお|また|さらに|そのため|しかし|同|彼|以降)/i

/**
 * The best sentence with the sentences beside it that say more of what was asked, in the order of the page: a sentence that repeats
 * the question often stands beside the one that answers it.
 */
export function quotationAround(question: AskedQuestion, best: RankedSentence): Sentence[] {
  const { neighbours, place } = best
  const quoted = [best as Sentence]
  if (best.row) return quoted
  let room = (isJapanese(best.text) ? longest.japanese : longest.latin) - best.text.length
  const take = (sentence: Sentence | undefined, helps: boolean, add: (sentence: Sentence) => void) => {
    if (!sentence || sentence.row || !helps || sentence.text.length > room) return
    room -= sentence.text.length
    add(sentence)
  }
  const [before, after] = [neighbours[place - 1], neighbours[place + 1]]
  const open = question.kind === undefined || !question.kind.answers(best)
  take(after, open || (after !== undefined && (goesOn.test(after.text) || adds(question, best, after))), (one) =>
    quoted.push(one),
  )
  take(before, open || goesOn.test(best.text) || (before !== undefined && adds(question, best, before)), (one) =>
    quoted.unshift(one),
  )
  return quoted
}

/** Whether a neighbour says terms of the question that the sentence does not. */
function adds({ said, coverage, kind }: AskedQuestion, best: Sentence, neighbour: Sentence): boolean {
  const [own, more] = [said(best.text), said(neighbour.text)]
  return coverage((term) => (more.has(term) && !own.has(term) && !kind?.names(term) ? 1 : 0)) >= leastAdded
}
