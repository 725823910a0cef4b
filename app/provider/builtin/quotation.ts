import type { AskedQuestion } from './asked-question.ts'
import { isJapanese } from './language.ts'
import type { RankedSentence } from './rank.ts'
import type { Sentence } from './sentences.ts'

/** Characters that a quotation may have with its neighbours; Japanese says the same in about half as many. */
const longest = { latin: 640, japanese: 240 }
/** How many sentences on each side may be quoted along. */
const farthest = 2
/** How much of the question a neighbour must add to be quoted along. */
const minAdded = 0.04

/** A sentence that goes on with the one before it. */
const goesOn =
  /^(it|its|they|their|them|this|these|those|that|he|she|his|her|there|then|such|so|however|but|also|otherwise|instead|in addition|after that|since then)\b|^(これ|それ|その|この|ここ|そこ|以後|その後|ただし|なお|また|さらに|そのため|しかし|同|彼|以降)/i

/**
 * The best sentence with the sentences beside it that say more of what was asked, in the order of the page: a sentence that repeats
 * the question often stands beside the one that answers it. Where nothing tells an answer from other sentences, or none of them has
 * one of the kind that was asked for, more of the paragraph is quoted.
 */
export function quotationAround(question: AskedQuestion, best: RankedSentence): Sentence[] {
  const { neighbours, place } = best
  if (best.row) return [best]
  let [from, to] = [place, place]
  let room = (isJapanese(best.text) ? longest.japanese : longest.latin) - best.text.length
  const take = (sentence: Sentence | undefined, helps: (sentence: Sentence) => boolean): boolean => {
    if (!sentence || sentence.row || sentence.text.length > room || !helps(sentence)) return false
    room -= sentence.text.length
    return true
  }
  for (let distance = 1; distance <= farthest; distance++) {
    const quoted = neighbours.slice(from, to + 1)
    const isOpen = !question.kind || !quoted.some(question.kind.answers)
    const first = quoted[0]!
    const helps = (sentence: Sentence) => isOpen || adds(question, quoted, sentence)
    if (to === place + distance - 1 && take(neighbours[to + 1], (one) => helps(one) || goesOn.test(one.text))) to++
    if (from === place - distance + 1 && take(neighbours[from - 1], (one) => helps(one) || goesOn.test(first.text)))
      from--
  }
  return neighbours.slice(from, to + 1)
}

/** Whether a neighbour says terms of the question that the sentences do not. */
function adds({ said, coverage, kind }: AskedQuestion, quoted: Sentence[], neighbour: Sentence): boolean {
  const [own, more] = [said(quoted.map(({ text }) => text).join('\n')), said(neighbour.text)]
  return coverage((term) => (more.has(term) && !own.has(term) && !kind?.names(term) ? 1 : 0)) >= minAdded
}
