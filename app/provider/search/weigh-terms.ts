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

/** Passages of a term that are counted one by one. How many more there are is estimated by how close together they stand. */
export const mostCounted = 300
/** Shelves with fewer passages than this have few. */
export const few = 1500

/** A pair of characters counts less than a word, as measured on Japanese and English collections: a Japanese word is counted again by its pairs. */
const kindWeight: Record<TermKind, number> = { w: 1, b: 0.5 }

/** The terms of a question in the shelves that are read. */
export interface Weighing {
  /** Those that a passage has. */
  terms: WeighedTerm[]
  /** Whether the shelves hold few passages, so that all can be ranked. */
  areFew: boolean
}

/** Weighs the terms of a question. Each costs at most `mostCounted` rows, however many passages have it. */
export async function weighTerms(db: D1Database, terms: QueryTerm[], shelves: Shelf[]): Promise<Weighing> {
  const { counts, total, areFew } = await countPassages(db, terms, shelves)
  const weighed = terms.flatMap((term, index) => {
    const { counted, estimated } = counts[index]!
    if (counted === 0) return []
    const share = kindWeight[term.kind] * (term.share ?? 1)
    return [{ ...term, passages: counted, weight: rarity(estimated, total) * share }]
  })
  return { terms: weighed, areFew }
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
    .map((term, index) => ({ ...term, ...counts[index]! }))
    .filter(({ counted }) => counted > 0)
    .toSorted((one, other) => one.kind.localeCompare(other.kind))
  const unknown = rarity(0, total)
  const least = unknown * leastRarity
  return {
    terms: new Map(known.map(({ term, estimated }) => [term, Math.max(least, rarity(estimated, total))])),
    unknown,
  }
}

interface Counting {
  counts: Count[]
  /** All passages of the shelves. */
  total: number
  areFew: boolean
}

interface Count {
  /** Passages that were counted, `mostCounted` at most. */
  counted: number
  /** All that there are. */
  estimated: number
}

async function countPassages(db: D1Database, terms: QueryTerm[], shelves: Shelf[]): Promise<Counting> {
  const latestOf = (match: string, most: string) =>
    `(SELECT json_array(count(*), min(id), max(id)) FROM (
       SELECT rowid AS id FROM passages_index WHERE passages_index MATCH ${match} ORDER BY rowid DESC LIMIT ${most}
     ))`
  const { results } = await db
    .prepare(
      `SELECT ${latestOf('?1', '?2')} AS whole, ${latestOf('asked.value', '?4')} AS counted
       FROM json_each(?3) AS asked ORDER BY asked.key`,
    )
    .bind(
      shelves.map(shelfToken).join(' OR '),
      few,
      JSON.stringify(terms.map((term) => anyOf(term, shelves))),
      mostCounted,
    )
    .all<{ whole: string; counted: string }>()
  const [most, least, latest] = JSON.parse(results[0]!.whole) as Latest
  const areFew = most < few
  const first = areFew ? least : 1
  const spread = (passages: number, from: number) => (passages * (latest - first + 1)) / (latest - from + 1)
  const counts = results.map((row) => {
    const [counted, from] = JSON.parse(row.counted) as Latest
    return { counted, estimated: counted < mostCounted ? counted : spread(counted, from) }
  })
  return { counts, total: spread(most, least), areFew }
}

/** The latest passages of a list: how many were counted, and the least and the latest id among them. */
type Latest = [passages: number, least: number, latest: number]

/** The passages that have a term, whatever it says of them. */
export const anyOf = ({ kind, term }: QueryTerm, shelves: Shelf[]): string =>
  shelves.map((shelf) => `"${tokenOf(kind, term, shelf, 'any')}"`).join(' OR ')

const rarity = (passages: number, total: number): number =>
  Math.log(1 + (Math.max(total, passages) - passages + 0.5) / (passages + 0.5))
