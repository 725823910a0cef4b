import type { QueryTerm } from './query-terms.ts'
import type { Shelf } from './shelves.ts'
import { shelfToken, type TermKind, tokenOf } from './tokens.ts'

/** A term of a question as the shelves that are read have it. */
export interface WeighedTerm extends QueryTerm {
  /** Passages that have it; of a frequent term, `mostCounted`. */
  passages: number
  /** The more, the fewer passages have it: BM25's inverse document frequency, by the kind of term. */
  weight: number
}

/** Passages that are counted one by one. How many more there are is estimated by how close together they stand. */
export const mostCounted = 300

/** A pair of characters counts less than a word, as measured on Japanese and English collections: a Japanese word is counted again by its pairs. */
const kindWeight: Record<TermKind, number> = { w: 1, b: 0.5 }

/** Those terms that passages of the shelves have. Each costs at most `mostCounted` rows, however many passages have it. */
export async function weighTerms(db: D1Database, terms: QueryTerm[], shelves: Shelf[]): Promise<WeighedTerm[]> {
  const { counts, total } = await countPassages(db, terms, shelves)
  return terms.flatMap((term, index) => {
    const counted = counts[index]!
    if (counted[0] === 0) return []
    const share = kindWeight[term.kind] * (term.share ?? 1)
    return [{ ...term, passages: counted[0], weight: rarity(estimated(counted), total) * share }]
  })
}

/** How rare the terms of a question are in all that its shelves hold. */
export interface TermRarity {
  /** The inverse document frequency of each term that a passage has. A word and a pair of characters that are spelled the same count as the word. */
  terms: Map<string, number>
  /** That of a term which no passage has. */
  unknown: number
}

/**
 * The share of an unknown term's rarity that each has at least: in a library about one subject, all passages name that, and a
 * question about it is still a question about it.
 */
const leastRarity = 0.2

/** Tells how rare a question's terms are, at the cost of `weighTerms`. */
export async function rarityOf(db: D1Database, terms: QueryTerm[], shelves: Shelf[]): Promise<TermRarity> {
  const { counts, total } = await countPassages(db, terms, shelves)
  const known = terms
    .map((term, index) => ({ ...term, counted: counts[index]! }))
    .filter(({ counted }) => counted[0] > 0)
    .toSorted((one, other) => one.kind.localeCompare(other.kind))
  const unknown = rarity(0, total)
  const least = unknown * leastRarity
  return {
    terms: new Map(known.map(({ term, counted }) => [term, Math.max(least, rarity(estimated(counted), total))])),
    unknown,
  }
}

async function countPassages(
  db: D1Database,
  terms: QueryTerm[],
  shelves: Shelf[],
): Promise<{ counts: Count[]; total: number }> {
  const all = shelves.map(shelfToken).join(' OR ')
  const { results } = await db
    .prepare(
      `SELECT (SELECT json_array(count(*), min(id), (SELECT max(id) FROM passages)) FROM (
         SELECT rowid AS id FROM passages_index WHERE passages_index MATCH asked.value ORDER BY rowid DESC LIMIT ?2
       )) AS counted FROM json_each(?1) AS asked ORDER BY asked.key`,
    )
    .bind(JSON.stringify([all, ...terms.map((term) => anyOf(term, shelves))]), mostCounted)
    .all<{ counted: string }>()
  const [whole, ...counts] = results.map(({ counted }) => JSON.parse(counted) as Count)
  return { counts, total: estimated(whole!) }
}

/** The passages that have a term, whatever it says of them. */
export const anyOf = ({ kind, term }: QueryTerm, shelves: Shelf[]): string =>
  shelves.map((shelf) => `"${tokenOf(kind, term, shelf, 'any')}"`).join(' OR ')

/** Passages that were counted, the least id among them, and the latest id of all. */
type Count = [count: number, least: number, latest: number]

/** All passages, where the latest `count` go back to the id `least`. */
const estimated = ([count, least, latest]: Count): number =>
  count < mostCounted ? count : (count * latest) / (latest - least + 1)

const rarity = (passages: number, total: number): number =>
  Math.log(1 + (Math.max(total, passages) - passages + 0.5) / (passages + 0.5))
