import { type IndexedFile, titleOf } from './index-file.ts'
import { termsOf } from './terms.ts'

/** Passages of one statement, as in `index-file.ts`. */
const passagesPerStatement = 60

/**
 * Writes a file's name into the index rows of all its passages. The index keeps no texts, only terms, so a row is replaced
 * as a whole, from its passage. Safe to repeat; a passage that goes meanwhile gets no row again.
 */
export async function indexTitle(db: D1Database, { id, name }: Pick<IndexedFile, 'id' | 'name'>): Promise<void> {
  const title = titleOf(name)
  let after = 0
  for (;;) {
    const { results } = await db
      .prepare('SELECT id, text FROM passages WHERE file_id = ? AND id > ? ORDER BY id LIMIT ?')
      .bind(id, after, passagesPerStatement)
      .all<{ id: number; text: string }>()
    const last = results.at(-1)
    if (!last) return
    await replaceRows(db, title, results)
    after = last.id
  }
}

async function replaceRows(db: D1Database, title: string, passages: { id: number; text: string }[]): Promise<void> {
  const rows = passages.map(({ id, text }) => {
    const { words, bigrams } = termsOf(text)
    return [id, words.join(' '), bigrams.join(' ')]
  })
  await db
    .prepare(
      `INSERT OR REPLACE INTO passages_index (rowid, words, bigrams, title)
       SELECT passages.id, value ->> 1, value ->> 2, ?1
       FROM json_each(?2) JOIN passages ON passages.id = value ->> 0`,
    )
    .bind(title, JSON.stringify(rows))
    .run()
}
