import { termsOf } from '~/provider/search/terms.ts'
import { unpacked } from '../packed.ts'

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
function readWaiting(sql: SqlStorage): Waiting[] {
  const rows = sql.exec<Omit<Waiting, 'text'> & { text: string | ArrayBuffer }>(
    `SELECT waiting.kind, target_id, coalesce(title, entries.text, '') AS text
     FROM (SELECT * FROM unindexed ORDER BY target_id DESC LIMIT ?) AS waiting
     LEFT JOIN conversations ON waiting.kind = 'title' AND conversations.id = target_id
     LEFT JOIN entries ON waiting.kind = 'message' AND entries.id = target_id
     ORDER BY target_id DESC`,
    limit.texts,
  )
  const waiting: Waiting[] = []
  let characters = 0
  for (const { kind, target_id, text } of rows) {
    const words = unpacked(text).slice(0, limit.characters)
    characters += words.length
    if (waiting.length > 0 && characters > limit.characters) break
    waiting.push({ kind, target_id, text: words })
  }
  return waiting
}
