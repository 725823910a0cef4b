import { termsOf } from '~/provider/search/terms.ts'

/** Texts that one transaction indexes at most. */
const most = 1000
/** Characters of text that one transaction indexes; the texts' terms are one parameter, which may have 2 MB. */
const mostCharacters = 200_000

interface Waiting {
  id: number
  user_id: number
  kind: 'title' | 'message'
  target_id: number
  text: string
}

/**
 * Indexes titles and messages that wait for it, the newest first: the member's, or anybody's where none is given. Safe to
 * repeat, and to run twice at a time.
 *
 * Triggers note every text that changes in `unindexed`, in the transaction that changes it, so nothing can be forgotten;
 * a search indexes what its member has waiting, and a job whatever is left, such as all there was before the index.
 *
 * @returns whether more texts wait
 */
export async function indexWaiting(db: D1Database, userId?: number): Promise<boolean> {
  const waiting = await readWaiting(db, userId)
  if (waiting.length > 0) {
    await db.batch([
      ...replace(db, 'titles_index', 'conversations', ofKind(waiting, 'title')),
      ...replace(db, 'messages_index', 'entries', ofKind(waiting, 'message')),
      db
        .prepare('DELETE FROM unindexed WHERE id IN (SELECT value FROM json_each(?))')
        .bind(JSON.stringify(waiting.map(({ id }) => id))),
    ])
  }
  const more = await db
    .prepare('SELECT 1 FROM unindexed WHERE ?1 IS NULL OR user_id = ?1 LIMIT 1')
    .bind(userId ?? null)
    .first()
  return more !== null
}

/** As many of the newest as one transaction takes; one at least, of which only the beginning is read if it is longer. */
async function readWaiting(db: D1Database, userId: number | undefined): Promise<Waiting[]> {
  const { results } = await db
    .prepare(
      `WITH newest AS (
         SELECT * FROM unindexed WHERE ${userId === undefined ? '?1 IS NULL' : 'user_id = ?1'} ORDER BY id DESC LIMIT ?2
       ), texts AS (
         SELECT newest.*, substr(coalesce(title, user_prompt, response, ''), 1, ?3) AS text
         FROM newest
         LEFT JOIN conversations ON newest.kind = 'title' AND conversations.id = target_id
         LEFT JOIN entries ON newest.kind = 'message' AND entries.id = target_id
       ), measured AS (
         SELECT *, sum(length(text)) OVER (ORDER BY id DESC) - length(text) AS before FROM texts
       )
       SELECT id, user_id, kind, target_id, text FROM measured
       WHERE before = 0 OR before + length(text) <= ?3 ORDER BY id DESC`,
    )
    .bind(userId ?? null, most, mostCharacters)
    .all<Waiting>()
  return results
}

const ofKind = (waiting: Waiting[], kind: Waiting['kind']) => waiting.filter((text) => text.kind === kind)

/** Rows for texts that are still there: one that was deleted meanwhile leaves no words behind. */
function replace(db: D1Database, index: string, table: string, texts: Waiting[]): D1PreparedStatement[] {
  if (texts.length === 0) return []
  const rows = texts.map(({ target_id, user_id, text }) => {
    const { words, bigrams } = termsOf(text)
    return [target_id, ownerTerm(user_id), words.join(' '), bigrams.join(' ')]
  })
  return [
    db
      .prepare(`DELETE FROM ${index} WHERE rowid IN (SELECT value FROM json_each(?))`)
      .bind(JSON.stringify(texts.map(({ target_id }) => target_id))),
    db
      .prepare(
        `INSERT INTO ${index} (rowid, owner, words, bigrams)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3
         FROM json_each(?) WHERE EXISTS (SELECT 1 FROM ${table} WHERE id = value ->> 0)`,
      )
      .bind(JSON.stringify(rows)),
  ]
}

/** The term by which a member's texts are found, and nobody else's. */
export const ownerTerm = (userId: number) => `u${userId}`
