import type { Shelf } from './shelves.ts'
import { isSearchable, type Terms, termsOf } from './terms.ts'

/** A word or a pair of Japanese characters: both may be spelled the same and are told apart. */
export type TermKind = 'w' | 'b'

/**
 * The lists of a term, by how much it says about a passage (BM25's weight for how often it occurs there): each passage that
 * has the term is in the list `any`, and those that it says most about are in one more, so that a search can begin with the
 * best. `from` is a list's least weight, and `weight` what it counts for. The first passages found are ranked again by exact
 * weights (`rank-closely.ts`).
 */
export const impacts = {
  high: { mark: 'h', from: 1.5, weight: 1.7 },
  raised: { mark: 'r', from: 1.2, weight: 1.35 },
  any: { mark: 'a', from: 0, weight: 0.9 },
} as const
export type Impact = keyof typeof impacts

/** How often a term of a file's name counts as one of the passage's. */
export const titleCount = 2
/** BM25's constants, and the number of terms of a usual passage: an average that moved with the collection would change every token. */
const saturation = 1.2
const lengthShare = 0.75
const usualLength: Record<TermKind, number> = { w: 70, b: 250 }

/** BM25's weight for a term that occurs `count` times among `length` terms of its kind. */
export function frequencyWeight(kind: TermKind, count: number, length: number): number {
  const room = saturation * (1 - lengthShare + (lengthShare * length) / usualLength[kind])
  return (count * (saturation + 1)) / (count + room)
}

/**
 * How passages are written into an index, and terms looked up in it. A change of it is a new version: shards build an index of
 * the new form beside the one that they have, and search that one in its own form until the new one is whole.
 */
export interface IndexForm {
  version: number
  /** A passage as the index has it: the tokens of its own terms and of its file's name, by blanks. */
  tokensOf: (text: string, title: Terms, shelf: Shelf) => string
  /** The token of a term of a question. */
  tokenOf: (kind: TermKind, term: string, shelf: Shelf, impact: Impact) => string
  /** The token that every passage of a shelf has. */
  shelfToken: (shelf: Shelf) => string
}

const shelfMark: Record<Shelf, string> = { brought: '', generated: 'g' }

/** The last letters of a token tell the rest, whatever the term ends with. */
const tokenOf: IndexForm['tokenOf'] = (kind, term, shelf, impact) =>
  `${term}${kind}${shelfMark[shelf]}${impacts[impact].mark}`

/** No term's token ends with it. */
const shelfToken: IndexForm['shelfToken'] = (shelf) => `g${shelfMark[shelf]}`

const tokensOf: IndexForm['tokensOf'] = (text, title, shelf) => {
  const { words, bigrams } = termsOf(text)
  return [
    shelfToken(shelf),
    ...tokens('w', words, title.words, shelf),
    ...tokens('b', bigrams, title.bigrams, shelf),
  ].join(' ')
}

/** The present form of the index, then the other ones that a shard may be searched in: earlier ones, and the next version's. */
export const indexForms: IndexForm[] = [{ version: 1, tokensOf, tokenOf, shelfToken }]

/** The terms of a file's name, without its extension. */
export const titleOf = (name: string): Terms => termsOf(name.replace(/\.[^.\s]+$/, ''))

function tokens(kind: TermKind, terms: string[], title: string[], shelf: Shelf): string[] {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  for (const term of title) counts.set(term, (counts.get(term) ?? 0) + titleCount)
  return [...counts]
    .filter(([term]) => isSearchable(term))
    .flatMap(([term, count]) =>
      impactsOf(frequencyWeight(kind, count, terms.length)).map((impact) => tokenOf(kind, term, shelf, impact)),
    )
}

function impactsOf(weight: number): Impact[] {
  if (weight >= impacts.high.from) return ['any', 'high']
  return weight >= impacts.raised.from ? ['any', 'raised'] : ['any']
}
