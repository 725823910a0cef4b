import { isKanaPair, isSearchable, termsOf } from './terms.ts'
import type { TermKind } from './tokens.ts'

/** A term of a question. */
export interface QueryTerm {
  kind: TermKind
  term: string
  /** What it counts beside the others: 1 where not given. */
  share?: number
}

/** More terms than this cost time and find nothing better. */
const longest = { words: 32, bigrams: 48 }

/** What a word of one or two hiragana counts: it is mostly what was cut off an inflected one. */
const kanaShare = 0.25

/** A question may be as long as a book; its beginning says what is asked. */
export const beginningOf = (question: string): string => question.slice(0, 4_000)

/** What a question is searched by, each term once. None where it only has words that every text has. */
export function queryTerms(question: string): QueryTerm[] {
  const terms = termsOf(beginningOf(question))
  const words = distinct(terms.words, longest.words)
  const telling = terms.bigrams.filter((pair) => !isKanaPair(pair))
  const bigrams = distinct(telling.length > 0 || words.length > 0 ? telling : terms.bigrams, longest.bigrams)
  return [
    ...words.map((term) => ({ kind: 'w' as const, term, ...(isShortKana(term) && { share: kanaShare }) })),
    ...bigrams.map((term) => ({ kind: 'b' as const, term })),
  ]
}

const isShortKana = (word: string): boolean => /^[\u3041-\u3096]{1,2}$/.test(word)

function distinct(terms: string[], most: number): string[] {
  return [...new Set(terms)].filter(isSearchable).slice(0, most)
}
