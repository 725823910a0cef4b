import { byScore, type Passage } from './passage.ts'
import { isStopWord } from './stop-words.ts'
import { isMostlyJapanese } from './terms.ts'

/** How many of the best passages the others are compared with, and what they have at least of the best one's score. */
const compared = { most: 5, share: 0.7 }
/** What a passage gains that is worded as a best one is, and from where on it gains no more: a copy tells no more than what is much alike. */
const gain = 0.5
const mostAlike = 0.5

const latinWord = /[a-z\d]+/g

/** A passage with its text as `normalized` has it. */
export interface NormalizedPassage {
  passage: Passage
  text: string
}

/**
 * Raises the scores of English passages by how much their wording is like that of the best ones of other files: what answers a question
 * is mostly said alike where it is said again, and what has the question's words by chance is not like the rest.
 */
export function liftAlike(passages: NormalizedPassage[]): Passage[] {
  const falling = passages.toSorted((one, other) => byScore(one.passage, other.passage))
  const best = falling
    .slice(0, compared.most)
    .filter(({ passage }) => passage.score >= falling[0]!.passage.score * compared.share)
  const known = new Map<NormalizedPassage, Set<string>>()
  const wording = (of: NormalizedPassage) => known.get(of) ?? known.set(of, wordingOf(of.text)).get(of)!
  return passages.map((one) => {
    const others = best.filter(({ passage }) => passage.file_id !== one.passage.file_id)
    const likeness = Math.max(0, ...others.map((other) => likenessOf(wording(one), wording(other))))
    return { ...one.passage, score: one.passage.score * (1 + gain * Math.min(likeness, mostAlike)) }
  })
}

/** The English words of a text, each once. Of Japanese none: likeness by pairs of characters made its ranking worse. */
const wordingOf = (text: string): Set<string> =>
  new Set(isMostlyJapanese(text) ? [] : text.match(latinWord)?.filter((word) => !isStopWord(word)))

/** The cosine of two sets, from 0 to 1. */
function likenessOf(one: Set<string>, other: Set<string>): number {
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return shared / Math.max(1, Math.sqrt(one.size * other.size))
}
