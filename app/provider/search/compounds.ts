import { beginningOf } from './query-terms.ts'
import { countJapanese, normalized } from './terms.ts'
import type { WeighedTerm } from './weigh-terms.ts'

/** Three characters in a row of a Japanese compound. */
export interface Triple {
  text: string
  weight: number
}

/** Kanji, katakana and numbers without a particle or an ending between them: a name, or words that make one ('第45回総選挙'). */
const compound = /[\u30a1-\u30fa\u30fc\u3005-\u3007\u3400-\u9fff\da-z]{3,}/g
/** More of them cost time and find nothing better. */
const most = 64

/**
 * The triples of a question's compounds, each of the mean weight of the pairs and numbers in it: a passage that has a compound
 * as it is asked for comes before one that has its parts, or another of its kind.
 */
export function triplesOf(question: string, terms: WeighedTerm[]): Triple[] {
  const compounds = normalized(beginningOf(question)).match(compound) ?? []
  const triples = compounds.flatMap((text) =>
    Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3)),
  )
  const parts = terms.filter(({ kind, term }) => kind === 'b' || /^\d+$/.test(term))
  return [...new Set(triples)]
    .filter((text) => countJapanese(text) > 0)
    .slice(0, most)
    .flatMap((text) => {
      const inside = parts.filter(({ term }) => text.includes(term))
      const weight = inside.reduce((sum, { weight }) => sum + weight, 0) / inside.length
      return inside.length > 0 ? [{ text, weight }] : []
    })
}

/** What the triples add to the score of a normalised text. */
export const compounding = (text: string, triples: Triple[]): number =>
  triples.reduce((sum, triple) => (text.includes(triple.text) ? sum + triple.weight : sum), 0)
