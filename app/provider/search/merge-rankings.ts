import type { Passage } from './passage.ts'

/** How little the first ranks differ: the constant of Cormack, Clarke and Büttcher, who proposed the method (SIGIR 2009). */
const evenness = 60

/** Merges rankings whose scores do not compare, by reciprocal rank fusion. */
export function mergeRankings(rankings: Passage[][], limit: number): Passage[] {
  const merged = new Map<number, Passage>()
  for (const ranking of rankings) {
    for (const [place, passage] of ranking.entries()) {
      const score = (merged.get(passage.id)?.score ?? 0) + 1 / (evenness + place + 1)
      merged.set(passage.id, { ...passage, score })
    }
  }
  return [...merged.values()].toSorted((one, other) => other.score - one.score).slice(0, limit)
}
