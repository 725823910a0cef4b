import type { IndexedFile } from './index-file.ts'
import { type Shelf, shelfOf } from './shelves.ts'
import { titleOf, tokensOf } from './tokens.ts'
import type { Terms } from './terms.ts'

/** Passages of one statement, as in `index-file.ts`. */
const passagesPerStatement = 60

/**
 * Writes the index rows of all passages of a file anew, under its present name. The index keeps no texts, so a row is replaced
 * as a whole, from its passage. Safe to repeat; a passage that goes meanwhile gets no row again.
 */
export async function indexAgain(db: D1Database, file: IndexedFile): Promise<void> {
  const { id, group_id } = file
  const title = titleOf(file.name)
  const shelf = shelfOf(file)
  let after = 0
  for (;;) {
    const { results } = await db
      .prepare('SELECT id, text FROM passages WHERE file_id = ? AND group_id = ? AND id > ? ORDER BY id LIMIT ?')
      .bind(id, group_id, after, passagesPerStatement)
      .all<StoredPassage>()
    const last = results.at(-1)
    if (!last) break
    await replaceRows(db, results, title, shelf)
    after = last.id
  }
  await db.prepare('DELETE FROM unindexed_files WHERE file_id = ?').bind(id).run()
}

interface StoredPassage {
  id: number
  text: string
}

async function replaceRows(db: D1Database, passages: StoredPassage[], title: Terms, shelf: Shelf): Promise<void> {
  const rows = passages.map(({ id, text }) => [id, tokensOf(text, title, shelf)])
  await db
    .prepare(
      `INSERT OR REPLACE INTO passages_index (rowid, tokens)
       SELECT passages.id, value ->> 1 FROM json_each(?) JOIN passages ON passages.id = value ->> 0`,
    )
    .bind(JSON.stringify(rows))
    .run()
}
