import { byScore, type Passage, passageColumns, readable } from './passage.ts'
import type { Shelf } from './shelves.ts'
import { impacts, tokenOf } from './tokens.ts'
import { anyOf, mostCounted, type WeighedTerm } from './weigh-terms.ts'

interface Ranking {
  terms: WeighedTerm[]
  shelves: Shelf[]
  groupIds: number[]
  fileIds?: number[] | undefined
  limit: number
}

/** Passages that are ranked for the rarer terms of a question, and again for its frequent ones, about. */
const mostRanked = 300
/** Passages that are enough to choose from. */
const enough = 100
/** Rarer terms that choose what frequent ones are looked for in, and frequent ones that are looked for. */
const mostLeading = 4
const mostFollowing = 4

/**
 * Ranks by the sum of the terms' weights. Passages with the rarer terms are ranked all; of those that have only frequent ones,
 * the latest that the most telling of these says most about, and only where one of them could be among the best.
 */
export async function rankPassages(db: D1Database, ranking: Ranking): Promise<Passage[]> {
  const { terms, shelves, groupIds, fileIds, limit } = ranking
  if (fileIds) {
    const parts = terms.flatMap((term) => partsOf(term, shelves))
    return rank(db, { parts, ranges: await rangesOf(db, fileIds), groupIds, limit })
  }
  const { rare, frequent } = split(terms)
  const found = rare.length > 0 ? await rankRare(db, rare, frequent, ranking) : []
  const bestOfOthers = frequent.reduce((sum, { weight }) => sum + weight * impacts[0].weight, 0)
  if (found.length === limit ? found.at(-1)!.score >= bestOfOthers : frequent.length === 0) return found
  const known = new Set(found.map(({ id }) => id))
  const others = (await rankFrequent(db, frequent, ranking)).filter(({ id }) => !known.has(id))
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
  db: D1Database,
  rare: WeighedTerm[],
  frequent: WeighedTerm[],
  { shelves, groupIds, limit }: Ranking,
): Promise<Passage[]> {
  const leading = rare.slice(0, mostLeading).map((term) => anyOf(term, shelves))
  const parts = [
    ...rare.flatMap((term) => partsOf(term, shelves)),
    ...frequent.slice(0, mostFollowing).flatMap((term) => partsOf(term, shelves, leading.join(' OR '))),
  ]
  return rank(db, { parts, ranges: [everywhere], groupIds, limit })
}

async function rankFrequent(
  db: D1Database,
  frequent: WeighedTerm[],
  { shelves, groupIds, limit }: Ranking,
): Promise<Passage[]> {
  const [first, ...others] = frequent.slice(0, mostFollowing + 1)
  const leads = await bestOf(db, partsOf(first!, shelves))
  const following = leads.flatMap(({ match, from }) =>
    others.flatMap((term) => partsOf(term, shelves, match)).map((part) => ({ ...part, from })),
  )
  return rank(db, { parts: [...leads, ...following], ranges: [everywhere], groupIds, limit })
}

/** One list of the index that passages are taken from, and what it adds to their scores. */
interface Part {
  match: string
  weight: number
  /** The least id of a passage that is taken from it. */
  from: number
}

/** Of a term, the list of each impact; within a lead, only the passages that the lead has too. */
const partsOf = ({ kind, term, weight }: WeighedTerm, shelves: Shelf[], lead?: string): Part[] =>
  impacts.map(({ impact, weight: share }) => {
    const own = shelves.map((shelf) => `"${tokenOf(kind, term, shelf, impact)}"`).join(' OR ')
    return { match: lead === undefined ? own : `(${own}) AND (${lead})`, weight: weight * share, from: 0 }
  })

interface Choice {
  parts: Part[]
  ranges: Range[]
  groupIds: number[]
  limit: number
}

/** Which passages are looked at, by their ids; where a file is given, only that file's. */
interface Range {
  from: number
  to: number
  file?: number
}
const everywhere: Range = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** The first of the lists of a term, until they have enough passages; of each the latest `mostRanked`. */
async function bestOf(db: D1Database, lists: Part[]): Promise<Part[]> {
  const best: Part[] = []
  let passages = 0
  for (const list of lists) {
    const row = await db
      .prepare(
        `SELECT count(*) AS passages, min(id) AS "from" FROM (
           SELECT rowid AS id FROM passages_index WHERE passages_index MATCH ?1 ORDER BY rowid DESC LIMIT ?2
         )`,
      )
      .bind(list.match, mostRanked)
      .first<{ passages: number; from: number | null }>()
    if (row!.passages > 0) best.push({ ...list, from: row!.from! })
    passages += row!.passages
    if (passages >= enough) break
  }
  return best
}

async function rangesOf(db: D1Database, fileIds: number[]): Promise<Range[]> {
  const { results } = await db
    .prepare(
      `SELECT file_id AS file, min(id) AS "from", max(id) AS "to" FROM passages
       WHERE file_id IN (SELECT value FROM json_each(?)) GROUP BY file_id`,
    )
    .bind(JSON.stringify(fileIds))
    .all<Range>()
  return results
}

async function rank(db: D1Database, { parts, ranges, groupIds, limit }: Choice): Promise<Passage[]> {
  const { results } = await db
    .prepare(
      `SELECT ${passageColumns}, ranked.score FROM (
         SELECT passages_index.rowid AS id, sum(part.value ->> 'weight') AS score
         FROM json_each(?1) AS range CROSS JOIN json_each(?2) AS part CROSS JOIN passages_index
         WHERE passages_index MATCH part.value ->> 'match'
           AND passages_index.rowid >= max(range.value ->> 'from', part.value ->> 'from')
           AND passages_index.rowid <= range.value ->> 'to'
           AND (range.value ->> 'file' IS NULL
             OR range.value ->> 'file' = (SELECT file_id FROM passages WHERE passages.id = passages_index.rowid))
         GROUP BY passages_index.rowid ORDER BY score DESC, id LIMIT ?3
       ) AS ranked JOIN passages ON passages.id = ranked.id JOIN files ON files.id = passages.file_id
       WHERE ${readable('?4')} ORDER BY ranked.score DESC, ranked.id`,
    )
    .bind(JSON.stringify(ranges), JSON.stringify(parts), limit, JSON.stringify(groupIds))
    .all<Passage>()
  return results
}
