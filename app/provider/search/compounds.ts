import { beginningOf } from './query-terms.ts'
import { countJapanese, isKanaPair, normalized } from './terms.ts'
import type { WeighedTerm } from './weigh-terms.ts'

/** Some characters in a row of a Japanese question. */
export interface Piece {
  text: string
  weight: number
}

/** Kanji, katakana and numbers without a particle or an ending between them: a name, or words that make one ('第45回総選挙'). */
const compound = /[\u30a1-\u30fa\u30fc\u3005-\u3007\u3400-\u9fff\da-z]+/g
/** The same with particles and endings: what is said of it ('連立を前提'). */
const wording = /[\u3041-\u3096\u30a1-\u30fa\u30fc\u3005-\u3007\u3400-\u9fff\da-z]+/g
/** What pieces are cut from, and their lengths: with a particle, fewer than five characters are too often the same by chance. */
const cuts = [
  { run: compound, lengths: [3, 4] },
  { run: wording, lengths: [5] },
]
/** More of them cost time and find nothing better. */
const most = 128

/**
 * The pieces of a question's compounds and of its wording, each of the mean weight of the pairs and numbers in it: a passage that
 * has a compound as it is asked for comes before one that has its parts, or another of its kind.
 */
export function piecesOf(question: string, terms: WeighedTerm[]): Piece[] {
  const text = normalized(beginningOf(question))
  const pieces = cuts.flatMap(({ run, lengths }) =>
    (text.match(run) ?? []).flatMap((whole) => lengths.flatMap((length) => cut(whole, length))),
  )
  const parts = terms.filter(({ kind, term }) => kind === 'b' || /^\d+$/.test(term))
  return [...new Set(pieces)]
    .filter((piece) => countJapanese(piece) > 0)
    .slice(0, most)
    .flatMap((piece) => {
      const inside = parts.filter(({ term }) => piece.includes(term))
      // Pairs of endings and particles are no terms, and weigh nothing.
      const endings = cut(piece, 2).filter(isKanaPair)
      const weight = inside.reduce((sum, { weight }) => sum + weight, 0) / (inside.length + endings.length)
      return inside.length > 0 ? [{ text: piece, weight }] : []
    })
}

const cut = (text: string, length: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length))

/** What the pieces add to the score of a normalised text. */
export const compounding = (text: string, pieces: Piece[]): number =>
  pieces.reduce((sum, piece) => (text.includes(piece.text) ? sum + piece.weight : sum), 0)
