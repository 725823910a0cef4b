import type { Passage } from '~/provider/search/passage.ts'
import { termSet, termsOf } from '~/provider/search/terms.ts'
import { expectedAnswer } from './expected-answer.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

export interface RankedSentence extends Sentence {
  passage: Passage
  /** The share of the question that the sentence and its context speak of, by the weight of its terms; 0 to 1. */
  coverage: number
  score: number
}

/** How much a term counts that only the context of a sentence has: the heading above it, the sentence before, the file's name. */
const contextShare = 0.5
/** How much the rank of its passage and the kind of answer add to a sentence that covers the whole question. */
const passageShare = 0.35
const expectedShare = 0.2

/**
 * The sentences of the passages, the one that answers best first.
 * @param before the question before, where this one goes on with it: its words count less
 */
export function rankSentences(question: string, passages: Passage[], before = ''): RankedSentence[] {
  const sentences = passages.flatMap((passage) =>
    sentencesOf(passage.text).map((sentence) => ({ ...sentence, passage })),
  )
  const known = sentences.map((sentence) => ({
    own: termSet(rowText(sentence)),
    around: termSet(`${sentence.context}\n${sentence.passage.file_name.replace(/\.[^.]+$/, '')}`),
  }))
  const weight = termWeights(
    question,
    before,
    known.map(({ own }) => own),
  )
  const total = [...weight.values()].reduce((sum, value) => sum + value, 0)
  const bestPassage = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE)
  const fits = expectedAnswer(question)

  const ranked = sentences.map((sentence, index) => {
    const { own, around } = known[index]!
    let covered = 0
    let ownCovered = 0
    for (const [term, value] of weight) {
      if (own.has(term)) ownCovered += value
      covered += own.has(term) ? value : around.has(term) ? value * contextShare : 0
    }
    const coverage = total === 0 ? 0 : covered / total
    const bonus = passageShare * (sentence.passage.score / bestPassage) + (fits(rowText(sentence)) ? expectedShare : 0)
    // Without a term of its own, a sentence only stands near the answer.
    return { ...sentence, coverage, score: coverage * (1 + bonus) * (ownCovered > 0 ? 1 : 0.6) }
  })
  return ranked.toSorted((a, b) => b.score - a.score)
}

/** How much a pair of characters counts beside a word: a Japanese word is counted again by its pairs. */
const pairShare = 0.4
/** How much a word of hiragana alone counts: most are endings and helping verbs. */
const kanaShare = 0.3
/** How much a term counts that only the question before has. */
const beforeShare = 0.5

/**
 * The weight of each term of the question: the fewer sentences have it, the more it says. A term that no sentence has
 * counts as an average one; it may be another word for the same thing.
 */
function termWeights(question: string, before: string, sentences: Set<string>[]): Map<string, number> {
  const earlier = [...sharesOf(before)].map(([term, share]) => [term, share * beforeShare] as const)
  const shares = new Map([...earlier, ...sharesOf(question)])
  const rarity = new Map<string, number>()
  for (const term of shares.keys()) {
    const count = sentences.reduce((sum, terms) => sum + (terms.has(term) ? 1 : 0), 0)
    if (count > 0) rarity.set(term, Math.log(1 + sentences.length / count))
  }
  const average = [...rarity.values()].reduce((sum, value) => sum + value, 0) / (rarity.size || 1)
  // The pairs of a word that nobody uses would count against an answer once more.
  const words = new Set(termsOf(`${question}\n${before}`).words)
  const counted = [...shares].filter(([term]) => words.has(term) || rarity.has(term))
  return new Map(counted.map(([term, share]) => [term, share * (rarity.get(term) ?? (average || 1))]))
}

/** What each term of a question counts, however rare it is. */
function sharesOf(question: string): Map<string, number> {
  const { words, bigrams } = termsOf(question)
  const pairs = bigrams.filter((pair) => !/[\u3041-\u3096]/.test(pair))
  return new Map([
    ...pairs.map((pair) => [pair, pairShare] as const),
    ...words.map((word) => [word, /^[\u3041-\u3096]+$/.test(word) ? kanaShare : 1] as const),
  ])
}

function rowText({ text, row }: Sentence): string {
  return row ? row.map(({ name, value }) => `${name} ${value}`).join(' ') : text
}
