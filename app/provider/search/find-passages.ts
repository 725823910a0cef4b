import { madeByProduct } from '~/provider/db/product-sources.ts'
import { namedGeneratedFiles } from './named-files.ts'
import { otherSpellings } from './other-spellings.ts'
import { otherTerms } from './other-words.ts'
import { type Passage, passageColumns, readable } from './passage.ts'
import { queryTerms, type QueryTerm } from './query-terms.ts'
import { rankClosely } from './rank-closely.ts'
import { rankPassages } from './rank-passages.ts'
import { allShelves, ordinaryShelves } from './shelves.ts'
import { shelfToken } from './tokens.ts'
import { rarityOf, type TermRarity, weighTerms } from './weigh-terms.ts'

/** The first passages that the index gives, at least; they are ranked again by their texts. */
const rankedClosely = 30

interface PassageSearch {
  /** A question or some words, in English or Japanese. */
  text: string
  /** The groups that the asking user may read. Nothing of another group is ever found. */
  groupIds: number[]
  /** Only these files, where given; otherwise all but those that the product generated, unless `text` names them. */
  fileIds?: number[] | undefined
  limit: number
}

/**
 * The passages that match a question best, by BM25 over words, pairs of Japanese characters and the files' names, and by how
 * near to each other the words stand. Its cost is bounded by the question, not by how many passages have its words.
 */
export async function findPassages(
  db: D1Database,
  { text, groupIds, fileIds, limit }: PassageSearch,
): Promise<Passage[]> {
  const asked = askedTerms(text)
  if (asked.length === 0 || groupIds.length === 0 || fileIds?.length === 0) return []
  const named = fileIds ? [] : await namedGeneratedFiles(db, text, groupIds)
  const shelves = fileIds || named.length > 0 ? allShelves(groupIds) : ordinaryShelves(groupIds)
  const { terms, areFew } = await weighTerms(db, asked, shelves)
  if (terms.length === 0) return []
  const ranking = { terms, shelves, groupIds, fileIds, areFew, limit: Math.max(limit, rankedClosely) }
  const rankings =
    named.length === 0
      ? [ranking]
      : [
          { ...ranking, shelves: ordinaryShelves(groupIds) },
          { ...ranking, fileIds: named },
        ]
  const found = await Promise.all(rankings.map((each) => rankPassages(db, each)))
  return rankClosely(found.flat(), terms, text).slice(0, limit)
}

/** What a question is searched by, each term once: its own, and those that mean the same. */
function askedTerms(text: string): QueryTerm[] {
  const terms = [...queryTerms(text), ...otherSpellings(text), ...otherTerms(text)]
  return [...Map.groupBy(terms, ({ kind, term }) => kind + term).values()].map(([first]) => first!)
}

/** How rare the terms of a question are among all passages of these groups, for whoever judges what was found. */
export async function termRarity(db: D1Database, text: string, groupIds: number[]): Promise<TermRarity | undefined> {
  const asked = queryTerms(text)
  if (asked.length === 0 || groupIds.length === 0) return undefined
  return rarityOf(db, asked, ordinaryShelves(groupIds))
}

/** Whether there is anything to find for a search that names no files. */
export async function hasPassages(db: D1Database, groupIds: number[]): Promise<boolean> {
  if (groupIds.length === 0) return false
  const all = ordinaryShelves(groupIds).map(shelfToken).join(' OR ')
  return (
    (await db.prepare('SELECT 1 FROM passages_index WHERE passages_index MATCH ? LIMIT 1').bind(all).first()) !== null
  )
}

/**
 * Passages by their ids, in the order given, without those that are gone or that nobody may find in these groups and files:
 * where no files are given, in all but those that the product generated.
 */
export async function readPassages(
  db: D1Database,
  { ids, groupIds, fileIds }: { ids: number[]; groupIds: number[]; fileIds?: number[] | undefined },
): Promise<Passage[]> {
  const { results } = await db
    .prepare(
      `SELECT ${passageColumns}, 0.0 AS score
       FROM json_each(?1) AS wanted JOIN passages ON passages.id = wanted.value JOIN files ON files.id = passages.file_id
       WHERE ${readable('?2')}
         AND iif(?3 IS NULL, NOT (${madeByProduct}), passages.file_id IN (SELECT value FROM json_each(?3)))
       ORDER BY wanted.key`,
    )
    .bind(JSON.stringify(ids), JSON.stringify(groupIds), fileIds ? JSON.stringify(fileIds) : null)
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
      `SELECT ${passageColumns}, 0.0 AS score
       FROM passages JOIN files ON files.id = passages.file_id
       WHERE ${readable('?1')} AND passages.file_id IN (SELECT value FROM json_each(?2))
       ORDER BY row_number() OVER (PARTITION BY passages.file_id ORDER BY passages.page, passages.id), passages.file_id
       LIMIT ?3`,
    )
    .bind(JSON.stringify(groupIds), JSON.stringify(fileIds), limit)
    .all<Passage>()
  return results
}
