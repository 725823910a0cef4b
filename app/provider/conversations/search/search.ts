import type { ConversationHit } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import type { ConversationRow } from '~/provider/chat/own-conversation.ts'
import { queueIndexing } from '~/provider/queue/queue-indexing.ts'
import { toConversation } from '../entry.ts'
import { indexWaiting, ownerTerm } from './index-waiting.ts'
import { markHits, snippetOf } from './mark.ts'
import { matchFor, wantedIn } from './match.ts'

const pageSize = 20
/** Matching titles, and matching messages, that are looked at: the newest ones. A word that is everywhere finds no more. */
const most = 2000

type FoundRow = Omit<ConversationRow, 'favorite'> & {
  favorite: number
  message: string | null
  entry_id: number | null
  total: number
}

/**
 * The caller's conversations of which the title, or one message, has all words of `q`: those with the title first, then the
 * one that was last spoken in first. Whatever the caller wrote before this call is found.
 */
export async function searchConversations(
  { q, page }: { q: string; page: number },
  { env, member, waitUntil }: Call,
): Promise<Paged<ConversationHit> & { complete: boolean }> {
  const more = await indexWaiting(env.DB, member.id)
  if (more) waitUntil(queueIndexing(env))

  const wanted = wantedIn(q)
  const match = matchFor(wanted, ownerTerm(member.id))
  const rows = match === undefined ? [] : await find(env.DB, match, member.id, page)
  return {
    data: rows.map(({ message, entry_id, favorite, ...conversation }) => ({
      conversation: toConversation({ ...conversation, favorite: favorite === 1 }),
      title: markHits(conversation.title, wanted),
      snippet: message === null ? null : snippetOf(message, wanted),
      entry_id,
    })),
    ...pageNumbers(rows[0]?.total ?? 0, { page, page_size: pageSize }),
    complete: !more,
  }
}

async function find(db: D1Database, match: string, userId: number, page: number): Promise<FoundRow[]> {
  const { results } = await db
    .prepare(
      `WITH titles AS (
         SELECT rowid AS id FROM titles_index WHERE titles_index MATCH ?1 ORDER BY rowid DESC LIMIT ?3
       ), messages AS (
         SELECT conversation_id AS id, max(entries.id) AS entry_id
         FROM (SELECT rowid AS entry_id FROM messages_index WHERE messages_index MATCH ?1 ORDER BY rowid DESC LIMIT ?3) AS hits
         JOIN entries ON entries.id = hits.entry_id
         GROUP BY conversation_id
       ), found AS (SELECT id FROM titles UNION SELECT id FROM messages)
       SELECT conversations.*, coalesce(entries.user_prompt, entries.response) AS message, entries.id AS entry_id,
         count(*) OVER () AS total
       FROM found
       JOIN conversations ON conversations.id = found.id AND conversations.user_id = ?2
       LEFT JOIN titles ON titles.id = found.id
       LEFT JOIN messages ON messages.id = found.id
       LEFT JOIN entries ON entries.id = messages.entry_id
       ORDER BY titles.id IS NULL, conversations.updated_at DESC, conversations.id DESC
       LIMIT ?4 OFFSET ?5`,
    )
    .bind(match, userId, most, pageSize, (page - 1) * pageSize)
    .all<FoundRow>()
  return results
}
