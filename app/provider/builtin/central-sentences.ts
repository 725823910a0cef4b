import { termsOf } from '~/provider/search/terms.ts'
import { isHiragana } from './language.ts'
import { type Sentence, sentencesOf, textOf } from './sentences.ts'

export interface TextPage {
  page: number
  text: string
}

export interface CentralSentence extends Sentence {
  page: number
}

/** Sentences that are compared; of a longer text, evenly picked ones. */
const maxCompared = 3000
/** Characters of a sentence that can stand for a text. */
const telling = { least: 12, most: 400 }
/** How much a sentence that repeats what is chosen already loses. */
const diversity = 0.6

/**
 * The sentences that speak most of what a whole text speaks of, in the text's order: those with the terms that many of
 * its sentences have, each next one judged by what the chosen ones do not say yet.
 */
export function centralSentences(pages: TextPage[], count: number): CentralSentence[] {
  const sentences = pages.flatMap(({ page, text }) => sentencesOf(text).map((one) => ({ ...one, page })))
  return maxCentral(sentences.filter(isTelling), count)
}

/**
 * The most central of some sentences, in their order.
 * @param worth what a sentence counts for beside its terms
 */
export function maxCentral<One extends Sentence>(
  sentences: One[],
  count: number,
  worth: (sentence: One) => number = () => 1,
): One[] {
  const candidates = spread(sentences)
  const terms = candidates.map((sentence) => subjectWords(textOf(sentence)))
  const weights = weightsOf(terms)
  const scores = terms.map((own, index) => scoreOf(own, weights) * worth(candidates[index]!))
  const chosen: number[] = []
  while (chosen.length < Math.min(count, candidates.length)) {
    const values = scores.map((score, index) =>
      chosen.includes(index)
        ? -Infinity
        : score * (1 - diversity * Math.max(0, ...chosen.map((other) => overlap(terms[index]!, terms[other]!)))),
    )
    const best = values.indexOf(Math.max(...values))
    if (values[best] === 0) break
    chosen.push(best)
  }
  return chosen.toSorted((a, b) => a - b).map((index) => candidates[index]!)
}

/** What a sentence speaks of. */
const subjectWords = (text: string) => new Set(termsOf(text).words.filter((word) => !isHiragana(word)))

const isTelling = ({ text, row }: Sentence) => !row && text.length >= telling.least && text.length <= telling.most

const spread = <Item>(items: Item[]): Item[] => {
  if (items.length <= maxCompared) return items
  return Array.from({ length: maxCompared }, (_, index) => items[Math.floor((index * items.length) / maxCompared)]!)
}

/** A term weighs as much as sentences have it; one that nearly all have, or only one, tells nothing of the subject. */
function weightsOf(sentences: Set<string>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const terms of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const alone = sentences.length < 5
  return new Map(
    [...counts].flatMap(([term, count]) =>
      alone || count > 1 ? [[term, Math.log(1 + count) * Math.log(1 + sentences.length / count)] as const] : [],
    ),
  )
}

/** Long sentences have more of everything. */
function scoreOf(terms: Set<string>, weights: Map<string, number>): number {
  let sum = 0
  for (const term of terms) sum += weights.get(term) ?? 0
  return sum / Math.sqrt(terms.size + 4)
}

function overlap(one: Set<string>, other: Set<string>): number {
  let shared = 0
  for (const term of one) if (other.has(term)) shared++
  return shared / Math.max(1, Math.min(one.size, other.size))
}
