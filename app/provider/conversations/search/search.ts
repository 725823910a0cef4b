import type { ConversationHit } from '~/contract/conversations.ts'
import type { AgentType } from '~/contract/chat.ts'
import type { Listed } from '../list.ts'
import { unpacked } from '../packed.ts'
import { toConversation } from '../entry.ts'
import { indexWaiting } from './index-waiting.ts'
import { markHits, snippetOf } from './mark.ts'
import { matchFor, wantedIn } from './match.ts'

export const hitsPerPage = 20
/** Matching titles, and matching messages, that are looked at: the newest ones. A word that is everywhere finds no more. */
const maxMatches = 2000

type FoundRow = {
  id: number
  title: string
  agent: AgentType
  favorite: number
  created_at: string
  updated_at: string
  message: string | ArrayBuffer | null
  entry_id: number | null
  total: number
}

/**
 * The member's conversations of which the title, or one message, has all words of `q`: those with the title first, then the
 * one that was last spoken in first. Whatever was written before this call is found, but for what `complete` says.
 */
export function searchConversations(
  storage: DurableObjectStorage,
  { q, page }: { q: string; page: number },
): Listed<ConversationHit> & { complete: boolean } {
  const more = indexWaiting(storage)
  const wanted = wantedIn(q)
  const match = matchFor(wanted)
  const rows = match === undefined ? [] : find(storage.sql, match, page)
  return {
    data: rows.map(({ message, entry_id, favorite, ...conversation }) => ({
      conversation: toConversation({ ...conversation, favorite: favorite === 1 }),
      title: markHits(conversation.title, wanted),
      snippet: message === null ? null : snippetOf(unpacked(message), wanted),
      entry_id,
    })),
    total: rows[0]?.total ?? 0,
    complete: !more,
  }
}

const find = (sql: SqlStorage, match: string, page: number): FoundRow[] =>
  sql
    .exec<FoundRow>(
      `WITH titles AS (
         SELECT rowid AS id FROM titles_index WHERE titles_index MATCH ?1 ORDER BY rowid DESC LIMIT ?2
       ), messages AS (
         SELECT conversation_id AS id, max(entries.id) AS entry_id
         FROM (SELECT rowid AS entry_id FROM messages_index WHERE messages_index MATCH ?1 ORDER BY rowid DESC LIMIT ?2) AS hits
         JOIN entries ON entries.id = hits.entry_id
         GROUP BY conversation_id
       ), found AS (SELECT id FROM titles UNION SELECT id FROM messages)
       SELECT conversations.*, entries.text AS message, entries.id AS entry_id, count(*) OVER () AS total
       FROM found
       JOIN conversations ON conversations.id = found.id
         AND conversations.id NOT IN (SELECT conversation_id FROM passing_conversations)
       LEFT JOIN titles ON titles.id = found.id
       LEFT JOIN messages ON messages.id = found.id
       LEFT JOIN entries ON entries.id = messages.entry_id
       ORDER BY titles.id IS NULL, conversations.updated_at DESC, conversations.id DESC
       LIMIT ?3 OFFSET ?4`,
      match,
      maxMatches,
      hitsPerPage,
      (page - 1) * hitsPerPage,
    )
    .toArray()
