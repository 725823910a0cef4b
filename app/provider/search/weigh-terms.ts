import type { QueryTerm } from './query-terms.ts'
import type { PassageIndex } from './shard/passage-index.ts'
import type { Shelf } from './shelves.ts'
import type { TermKind } from './tokens.ts'

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

/**
 * Weighs the terms of a question, those that a passage has.
 * @param own what was counted where the terms are looked for
 * @param all what was counted in all shards together, which says how rare a term is
 */
export const weighTerms = (terms: QueryTerm[], own: Counting, all = own): WeighedTerm[] =>
  terms.flatMap((term, index) => {
    const passages = own.counts[index]!.counted
    if (passages === 0) return []
    const share = kindWeight[term.kind] * (term.share ?? 1)
    return [{ ...term, passages, weight: rarity(all.counts[index]!.estimated, all.total) * share }]
  })

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

/** How rare a question's terms are that were counted. */
export function rarityOf(terms: QueryTerm[], { counts, total }: Counting): TermRarity {
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

/** The passages of a question's terms. */
export interface Counting {
  /** Those of each term. */
  counts: Count[]
  /** All passages of the shelves. */
  total: number
  /** Whether the shelves hold few passages, so that all can be ranked. */
  areFew: boolean
}

interface Count {
  /** Passages that were counted, `mostCounted` at most. */
  counted: number
  /** All that there are. */
  estimated: number
}

/** Counts the same terms' passages of several shards together. */
export const addCountings = (countings: Counting[]): Counting =>
  countings.reduce((one, other) => ({
    counts: one.counts.map(({ counted, estimated }, index) => ({
      counted: counted + other.counts[index]!.counted,
      estimated: estimated + other.counts[index]!.estimated,
    })),
    total: one.total + other.total,
    areFew: one.areFew && other.areFew,
  }))

/** Counts the passages of a question's terms. Each costs at most `mostCounted` rows, however many passages have it. */
export function countPassages(index: PassageIndex, terms: QueryTerm[], shelves: Shelf[]): Counting {
  const { sql, table, form } = index
  const latestOf = (match: string, most: string) =>
    `(SELECT json_array(count(*), min(id), max(id)) FROM (
       SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ${match} ORDER BY rowid DESC LIMIT ${most}
     ))`
  const results = sql
    .exec<{ whole: string; counted: string }>(
      `SELECT ${latestOf('?1', '?2')} AS whole, ${latestOf('asked.value', '?4')} AS counted
       FROM json_each(?3) AS asked ORDER BY asked.key`,
      shelves.map(form.shelfToken).join(' OR '),
      few,
      JSON.stringify(terms.map((term) => anyOf(index, term, shelves))),
      mostCounted,
    )
    .toArray()
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
export const anyOf = ({ form }: PassageIndex, { kind, term }: QueryTerm, shelves: Shelf[]): string =>
  shelves.map((shelf) => `"${form.tokenOf(kind, term, shelf, 'any')}"`).join(' OR ')

const rarity = (passages: number, total: number): number =>
  Math.log(1 + (Math.max(total, passages) - passages + 0.5) / (passages + 0.5))
