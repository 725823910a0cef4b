import { byScore, passageColumns, type ShardPassage } from './passage.ts'
import type { PassageIndex } from './shard/passage-index.ts'
import type { Shelf } from './shelves.ts'
import { type Impact, impacts } from './tokens.ts'
import { anyOf, mostCounted, type WeighedTerm } from './weigh-terms.ts'

interface Ranking {
  terms: WeighedTerm[]
  shelves: Shelf[]
  /** Only these files, where given. */
  fileIds?: number[] | undefined
  /** Whether the shelves hold few passages. */
  areFew: boolean
  limit: number
}

/** Passages that are ranked for the rarer terms of a question, and, of each list of a frequent one, about. */
const mostRanked = 300
const mostLed = 150
/** Passages that are enough to choose from. */
const enough = 100
/** Rarer terms that choose what frequent ones are looked for in. */
const mostLeading = 4
/** Terms that are looked for by how much they say, the most telling ones, and further ones that are looked for at all. */
const mostRead = { closely: 8, roughly: 8 }
/** The same of frequent terms in what others lead to; further ones are words. */
const mostFollowing = { closely: 3, roughly: 8 }

/**
 * Ranks by the sum of the terms' weights. Where there are many passages, those with the rarer terms are ranked all; of those
 * that have only frequent ones, the latest that the most telling of these says most about, and only where one of them could be
 * among the best.
 */
export function rankPassages(index: PassageIndex, ranking: Ranking): ShardPassage[] {
  const { terms, shelves, fileIds, areFew, limit } = ranking
  if (fileIds || areFew) {
    const ranges = fileIds ? rangesOf(index, fileIds) : [everywhere]
    return rank(index, { parts: weighted(index, terms, shelves), ranges, limit })
  }
  const { rare, frequent } = split(terms)
  const found = rare.length > 0 ? rankRare(index, rare, frequent, ranking) : []
  const bestOfOthers = frequent.reduce((sum, { weight }) => sum + weight * impacts.high.weight, 0)
  if (found.length === limit ? found.at(-1)!.score >= bestOfOthers : frequent.length === 0) return found
  const known = new Set(found.map(({ id }) => id))
  const others = rankFrequent(index, frequent, ranking).filter(({ id }) => !known.has(id))
  return [...found, ...others].toSorted(byScore).slice(0, limit)
}

/** The rarest terms, as many as have no more passages together than are ranked, and the rest, the most telling first. */
function split(terms: WeighedTerm[]): { rare: WeighedTerm[]; frequent: WeighedTerm[] } {
  const rising = terms.toSorted((one, other) => one.passages - other.passages)
  let passages = 0
  const rare = rising.filter((term) => term.passages < mostCounted && (passages += term.passages) <= mostRanked)
  return { rare, frequent: rising.slice(rare.length).toSorted((one, other) => other.weight - one.weight) }
}

function rankRare(
  index: PassageIndex,
  rare: WeighedTerm[],
  frequent: WeighedTerm[],
  { shelves, limit }: Ranking,
): ShardPassage[] {
  const lead = rare
    .slice(0, mostLeading)
    .map((term) => anyOf(index, term, shelves))
    .join(' OR ')
  const parts = [...weighted(index, rare, shelves), ...following(index, frequent, shelves, lead)]
  return rank(index, { parts, ranges: [everywhere], limit })
}

function rankFrequent(
  index: PassageIndex,
  [first, ...others]: WeighedTerm[],
  { shelves, limit }: Ranking,
): ShardPassage[] {
  const leads = bestOf(index, first!, shelves)
  const parts = leads.flatMap((lead) => [
    lead,
    ...following(index, others, shelves, lead.match).map((part) => ({ ...part, from: lead.from })),
  ])
  return rank(index, { parts, ranges: [everywhere], limit })
}

/** One list of the index that passages are taken from, and what it adds to their scores. */
interface Part {
  match: string
  weight: number
  /** The least id of a passage that is taken from it. */
  from: number
}

/** The frequent terms of a question, in those passages alone that `lead` has. */
function following(index: PassageIndex, terms: WeighedTerm[], shelves: Shelf[], lead: string): Part[] {
  const closely = terms.slice(0, mostFollowing.closely)
  const roughly = terms.slice(mostFollowing.closely).filter(({ kind }) => kind === 'w')
  return [
    ...closely.flatMap((term) => weightedRoughly(index, term, shelves)),
    ...roughly
      .slice(0, mostFollowing.roughly)
      .map((term) => ({ match: anyOf(index, term, shelves), weight: term.weight, from: 0 })),
  ].map((part) => ({ ...part, match: `(${part.match}) AND (${lead})` }))
}

/** The lists of the most telling terms, each with what it adds. */
function weighted(index: PassageIndex, terms: WeighedTerm[], shelves: Shelf[]): Part[] {
  const telling = terms.toSorted((one, other) => other.weight - one.weight)
  return telling.slice(0, mostRead.closely + mostRead.roughly).flatMap((term, place) => {
    const lists: Impact[] = place < mostRead.closely ? ['any', 'raised', 'high'] : ['any']
    return lists.map((impact) => partOf(term, impact, listOf(index, term, shelves, impact)))
  })
}

/** Those of one term, with less to read: raised and high ones count alike. */
const weightedRoughly = (index: PassageIndex, term: WeighedTerm, shelves: Shelf[]): Part[] => [
  partOf(term, 'any', listOf(index, term, shelves, 'any')),
  partOf(term, 'raised', `${listOf(index, term, shelves, 'raised')} OR ${listOf(index, term, shelves, 'high')}`),
]

const partOf = ({ weight }: WeighedTerm, impact: Impact, match: string): Part => ({
  match,
  weight: weight * (impact === 'any' ? impacts.any.weight : impacts[impact].weight - impacts.any.weight),
  from: 0,
})

const listOf = ({ form }: PassageIndex, { kind, term }: WeighedTerm, shelves: Shelf[], impact: Impact): string =>
  shelves.map((shelf) => `"${form.tokenOf(kind, term, shelf, impact)}"`).join(' OR ')

interface Choice {
  parts: Part[]
  ranges: Range[]
  limit: number
}

/** Passages by their ids, both included; of one file, where those of others were written in between. */
interface Range {
  from: number
  to: number
  file?: number
}
const everywhere: Range = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** The passages that a term says most about, until they are enough: list by list, of each the latest `mostLed`. */
function bestOf(index: PassageIndex, term: WeighedTerm, shelves: Shelf[]): Part[] {
  const { sql, table } = index
  const [high, raised, any] = (['high', 'raised', 'any'] as const).map((impact) => listOf(index, term, shelves, impact))
  const lists = [
    { match: high!, weight: term.weight * impacts.high.weight },
    { match: raised!, weight: term.weight * impacts.raised.weight },
    { match: `(${any}) NOT (${high} OR ${raised})`, weight: term.weight * impacts.any.weight },
  ]
  const best: Part[] = []
  let passages = 0
  for (const list of lists) {
    const latest = sql
      .exec<{ passages: number; from: number | null }>(
        `SELECT count(*) AS passages, min(id) AS "from" FROM (
           SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ?1 ORDER BY rowid DESC LIMIT ?2
         )`,
        list.match,
        mostLed,
      )
      .one()
    if (latest.passages > 0) best.push({ ...list, from: latest.from! })
    passages += latest.passages
    if (passages >= enough) break
  }
  return best
}

const rangesOf = ({ sql }: PassageIndex, fileIds: number[]): Range[] =>
  sql
    .exec<{ file: number; from: number; to: number }>(
      `SELECT file_id AS file, min(id) AS "from", max(id) AS "to" FROM passages
       WHERE file_id IN (SELECT value FROM json_each(?)) GROUP BY file_id`,
      JSON.stringify(fileIds),
    )
    .toArray()

const rank = ({ sql, table }: PassageIndex, { parts, ranges, limit }: Choice): ShardPassage[] =>
  sql
    .exec<ShardPassage>(
      // Materialised, since taking a value out of JSON again for each row would be most of the cost.
      `WITH range AS MATERIALIZED (
         SELECT value ->> 'from' AS least, value ->> 'to' AS latest, value ->> 'file' AS file FROM json_each(?1)
       ), part AS MATERIALIZED (
         SELECT value ->> 'match' AS match, value ->> 'weight' AS weight, value ->> 'from' AS least FROM json_each(?2)
       )
       SELECT ${passageColumns}, ranked.score FROM (
         SELECT ${table}.rowid AS id, sum(part.weight) AS score
         FROM range CROSS JOIN part CROSS JOIN ${table}
         WHERE ${table} MATCH part.match
           AND ${table}.rowid >= max(range.least, part.least) AND ${table}.rowid <= range.latest
           AND (range.file IS NULL
             OR range.file = (SELECT file_id FROM passages WHERE passages.id = ${table}.rowid))
         GROUP BY ${table}.rowid ORDER BY score DESC, id LIMIT ?3
       ) AS ranked JOIN passages ON passages.id = ranked.id
       ORDER BY ranked.score DESC, ranked.id`,
      JSON.stringify(ranges),
      JSON.stringify(parts),
      limit,
    )
    .toArray()
