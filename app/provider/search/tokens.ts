import type { Shelf } from './shelves.ts'
import { isSearchable, type Terms, termsOf } from './terms.ts'

/**
 * How much a term says about a passage, in four steps of BM25's weight for how often it occurs: the tokens of each step
 * have lists of their own, so that a search can begin with the best. `weight` is what a step counts for, and `from` its
 * least weight. As many as keep the ranking of exact weights, measured by `npm run bench:retrieval`.
 */
export const impacts = [
  { impact: 4, from: 1.5, weight: 1.7 },
  { impact: 3, from: 1.2, weight: 1.35 },
  { impact: 2, from: 0.9, weight: 1.05 },
  { impact: 1, from: 0, weight: 0.7 },
] as const
type Impact = (typeof impacts)[number]['impact']

/** A word or a pair of Japanese characters: both may be spelled the same and are told apart. */
export type TermKind = 'w' | 'b'

/** How often a term of a file's name counts as one of the passage's. */
const titleCount = 2
/** BM25's constants, and the number of terms of a usual passage: an average that moved with the collection would change every token. */
const saturation = 1.2
const lengthShare = 0.75
const usualLength: Record<TermKind, number> = { w: 70, b: 250 }

/** The token of a term: its last letters tell the rest, whatever the term ends with. */
export const tokenOf = (kind: TermKind, term: string, shelf: Shelf, impact: Impact): string =>
  `${term}${kind}${shelf}i${impact}`

/** The token that every passage of a shelf has. */
export const shelfToken = (shelf: Shelf): string => `g${shelf}`

/** A passage as the index has it: the tokens of its own terms and of its file's name, by blanks. */
export function tokensOf(text: string, title: Terms, shelf: Shelf): string {
  const { words, bigrams } = termsOf(text)
  return [
    shelfToken(shelf),
    ...tokens('w', words, title.words, shelf),
    ...tokens('b', bigrams, title.bigrams, shelf),
  ].join(' ')
}

/** The terms of a file's name, without its extension. */
export const titleOf = (name: string): Terms => termsOf(name.replace(/\.[^.\s]+$/, ''))

function tokens(kind: TermKind, terms: string[], title: string[], shelf: Shelf): string[] {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  for (const term of title) counts.set(term, (counts.get(term) ?? 0) + titleCount)
  const room = saturation * (1 - lengthShare + (lengthShare * terms.length) / usualLength[kind])
  return [...counts]
    .filter(([term]) => isSearchable(term))
    .map(([term, count]) => tokenOf(kind, term, shelf, impactOf((count * (saturation + 1)) / (count + room))))
}

const impactOf = (weight: number): Impact => impacts.find(({ from }) => weight >= from)!.impact
