import type { Passage } from '~/provider/search/passage.ts'

interface PlainSearch {
  text: string
  groupIds: number[]
  limit: number
}

/** What the figures are measured against: FTS5 as it comes, one column of text under `unicode61`, ranked by its `bm25()`. */
export const plainTable = "CREATE VIRTUAL TABLE plain_index USING fts5 (text, content = '', tokenize = 'unicode61')"

/** Puts the passages of a file into it. */
export const plainIndex = (db: D1Database, fileId: number) =>
  db
    .prepare('INSERT INTO plain_index (rowid, text) SELECT id, text FROM passages WHERE file_id = ? ORDER BY id')
    .bind(fileId)
    .run()

/** Any of the question's words. */
export async function plainSearch(
  db: D1Database,
  { text, groupIds, limit }: PlainSearch,
): Promise<Pick<Passage, 'id' | 'file_id' | 'page'>[]> {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  const { results } = await db
    .prepare(
      `SELECT passages.id, passages.file_id, passages.page, passages.text FROM plain_index JOIN passages ON passages.id = plain_index.rowid
       WHERE plain_index MATCH ?1 AND passages.group_id IN (SELECT value FROM json_each(?2))
       ORDER BY bm25(plain_index), passages.id LIMIT ?3`,
    )
    .bind(words.map((word) => `"${word}"`).join(' OR '), JSON.stringify(groupIds), limit)
    .all<Pick<Passage, 'id' | 'file_id' | 'page'>>()
  return results
}
