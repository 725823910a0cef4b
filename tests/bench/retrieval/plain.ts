import type { Passage } from '~/provider/search/passage.ts'
import { passagesOf } from '~/provider/search/passages.ts'

interface PlainSearch {
  text: string
  groupIds: number[]
  limit: number
}

/** Puts the passages of a file into it. */
export async function plainIndex(
  db: D1Database,
  file: { id: number; group_id: number },
  pages: { page: number; text: string }[],
): Promise<void> {
  const passages = pages.flatMap(({ page, text }) => passagesOf(text).map((passage) => ({ page, text: passage })))
  await db.batch([
    db
      .prepare(
        `INSERT INTO plain_passages (file_id, group_id, page, text)
         SELECT ?1, ?2, value ->> 'page', value ->> 'text' FROM json_each(?3) ORDER BY key`,
      )
      .bind(file.id, file.group_id, JSON.stringify(passages)),
    db
      .prepare(
        'INSERT INTO plain_index (rowid, text) SELECT id, text FROM plain_passages WHERE file_id = ? ORDER BY id',
      )
      .bind(file.id),
  ])
}

/** The passages that have any of the question's words, by FTS5 as it comes (`plain-tables.ts`). */
export async function plainSearch(
  db: D1Database,
  { text, groupIds, limit }: PlainSearch,
): Promise<Pick<Passage, 'id' | 'file_id' | 'page'>[]> {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  const { results } = await db
    .prepare(
      `SELECT plain_passages.id, file_id, page, plain_passages.text
       FROM plain_index JOIN plain_passages ON plain_passages.id = plain_index.rowid
       WHERE plain_index MATCH ?1 AND group_id IN (SELECT value FROM json_each(?2))
       ORDER BY bm25(plain_index), plain_passages.id LIMIT ?3`,
    )
    .bind(words.map((word) => `"${word}"`).join(' OR '), JSON.stringify(groupIds), limit)
    .all<Pick<Passage, 'id' | 'file_id' | 'page'>>()
  return results
}
