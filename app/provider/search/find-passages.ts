import { isKanaPair, isSearchable, termsOf } from './terms.ts'

/** A piece of one page of a file, verbatim. A greater `score` is a better match; scores of one search compare. */
export interface Passage {
  file_id: number
  file_name: string
  page: number
  text: string
  score: number
  /** Where it is on the web, for a passage of a crawled page. */
  url: string | null
}

interface PassageSearch {
  /** A question or some words, in English or Japanese. */
  text: string
  /** The groups that the asking user may read. Nothing of another group is ever found. */
  groupIds: number[]
  /** Only these files, where given. */
  fileIds?: number[]
  limit: number
}

/** More terms than this cost time and find nothing better. */
const longest = { words: 32, bigrams: 48 }

/** Weights of the columns words, bigrams and title in BM25, as measured on Japanese and English collections. */
const weights = '1.0, 0.5, 2.0'

const webAddress = "CASE files.source WHEN 'integration' THEN files.url END AS url"

/** The passages that match a question best, by BM25 over words, pairs of Japanese characters and the files' names. */
export async function findPassages(
  db: D1Database,
  { text, groupIds, fileIds, limit }: PassageSearch,
): Promise<Passage[]> {
  const match = matchQuery(text)
  if (match === undefined || groupIds.length === 0 || fileIds?.length === 0) return []
  const { results } = await db
    .prepare(
      `SELECT passages.file_id, files.name AS file_name, passages.page, passages.text, ${webAddress},
         -bm25(passages_index, ${weights}) AS score
       FROM passages_index
       JOIN passages ON passages.id = passages_index.rowid
       JOIN files ON files.id = passages.file_id
       WHERE passages_index MATCH ?1
         AND passages.group_id IN (SELECT value FROM json_each(?2))
         AND files.group_id = passages.group_id
         AND (?3 IS NULL OR passages.file_id IN (SELECT value FROM json_each(?3)))
       ORDER BY score DESC, passages.id
       LIMIT ?4`,
    )
    .bind(match, JSON.stringify(groupIds), fileIds ? JSON.stringify(fileIds) : null, limit)
    .all<Passage>()
  return results
}

/**
 * The first passages of files, page by page: for requests like 'summarise this', which name nothing to look for.
 */
export async function openingPassages(
  db: D1Database,
  { groupIds, fileIds, limit }: { groupIds: number[]; fileIds: number[]; limit: number },
): Promise<Passage[]> {
  const { results } = await db
    .prepare(
      `SELECT passages.file_id, files.name AS file_name, passages.page, passages.text, ${webAddress}, 0.0 AS score
       FROM passages JOIN files ON files.id = passages.file_id
       WHERE passages.group_id IN (SELECT value FROM json_each(?1))
         AND files.group_id = passages.group_id
         AND passages.file_id IN (SELECT value FROM json_each(?2))
       ORDER BY row_number() OVER (PARTITION BY passages.file_id ORDER BY passages.page, passages.id), passages.file_id
       LIMIT ?3`,
    )
    .bind(JSON.stringify(groupIds), JSON.stringify(fileIds), limit)
    .all<Passage>()
  return results
}

/**
 * A question as a full-text query: any of its terms, each quoted and each made of letters and digits only, so that
 * nothing in a question is read as an operator. Undefined where a question has no terms.
 */
export function matchQuery(text: string): string | undefined {
  // A question may be as long as a book; its beginning says what is asked.
  const terms = termsOf(text.slice(0, 4_000))
  const words = distinct(terms.words, longest.words)
  const telling = terms.bigrams.filter((pair) => !isKanaPair(pair))
  const bigrams = distinct(telling.length > 0 || words.length > 0 ? telling : terms.bigrams, longest.bigrams)
  const columns = [
    ['words', words],
    ['bigrams', bigrams],
    ['title', [...words, ...bigrams]],
  ] as const
  const parts = columns
    .filter(([, columnTerms]) => columnTerms.length > 0)
    .map(([column, columnTerms]) => `${column} : (${columnTerms.map((term) => `"${term}"`).join(' OR ')})`)
  return parts.length > 0 ? parts.join(' OR ') : undefined
}

function distinct(terms: string[], most: number): string[] {
  return [...new Set(terms)].filter(isSearchable).slice(0, most)
}
