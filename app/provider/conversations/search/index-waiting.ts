import { termsOf } from '~/provider/search/terms.ts'

/** Texts that one call indexes at most, and characters of them. */
const limit = { texts: 1000, characters: 200_000 }

type Waiting = {
  kind: 'title' | 'message'
  target_id: number
  text: string
}

/**
 * Indexes titles and messages that wait for it, the newest first. Triggers note every text that changes in the transaction that
 * changes it, so nothing can be forgotten.
 *
 * @returns whether more texts wait
 */
export function indexWaiting(storage: DurableObjectStorage): boolean {
  const { sql } = storage
  storage.transactionSync(() => {
    for (const { kind, target_id, text } of readWaiting(sql)) {
      const index = kind === 'title' ? 'titles_index' : 'messages_index'
      const { words, bigrams } = termsOf(text)
      sql.exec(`DELETE FROM ${index} WHERE rowid = ?`, target_id)
      sql.exec(
        `INSERT INTO ${index} (rowid, words, bigrams) VALUES (?, ?, ?)`,
        target_id,
        words.join(' '),
        bigrams.join(' '),
      )
      sql.exec('DELETE FROM unindexed WHERE kind = ? AND target_id = ?', kind, target_id)
    }
  })
  return sql.exec('SELECT 1 FROM unindexed LIMIT 1').toArray().length > 0
}

/** As many of the newest as one call takes; one at least, of which only the beginning is read if it is longer. */
const readWaiting = (sql: SqlStorage): Waiting[] =>
  sql
    .exec<Waiting>(
      `WITH newest AS (
         SELECT * FROM unindexed ORDER BY target_id DESC LIMIT ?1
       ), texts AS (
         SELECT newest.*, substr(coalesce(title, entries.text, ''), 1, ?2) AS text
         FROM newest
         LEFT JOIN conversations ON newest.kind = 'title' AND conversations.id = target_id
         LEFT JOIN entries ON newest.kind = 'message' AND entries.id = target_id
       ), measured AS (
         SELECT *, sum(length(text)) OVER (ORDER BY target_id DESC, kind) - length(text) AS before FROM texts
       )
       SELECT kind, target_id, text FROM measured
       WHERE before = 0 OR before + length(text) <= ?2 ORDER BY target_id DESC`,
      limit.texts,
      limit.characters,
    )
    .toArray()
