import { count, desc, eq } from 'drizzle-orm'
import type { Conversation, Entry } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import type { Call } from '~/provider/api/serve.ts'
import { findAnswer, findOwnConversation } from '~/provider/chat/own-conversation.ts'
import { reapRun } from '~/provider/chat/runs.ts'
import { conversations, entries } from '~/provider/db/index.ts'
import { toConversation, toEntry } from './entry.ts'

interface PageQuery {
  page: number
  page_size: number
}

/** One page of the caller's conversations, the latest first. */
export async function listConversations(query: PageQuery, { db, member }: Call): Promise<Paged<Conversation>> {
  const own = eq(conversations.user_id, member.id)
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(conversations)
      .where(own)
      .orderBy(desc(conversations.updated_at), desc(conversations.id))
      .limit(query.page_size)
      .offset((query.page - 1) * query.page_size),
    db.select({ total: count() }).from(conversations).where(own),
  ])
  return pageOf(rows.map(toConversation), counted?.total ?? 0, query)
}

/** One page of a conversation's entries, the first first. An answer that nobody generates any more is ended before. */
export async function listEntries(id: number, query: PageQuery, { env, db, member }: Call): Promise<Paged<Entry>> {
  const conversation = await findOwnConversation(db, member, id)
  const latest = await findAnswer(db, id)
  if (latest?.status === 'streaming') await reapRun(env, latest)

  const ofConversation = eq(entries.conversation_id, id)
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(entries)
      .where(ofConversation)
      .orderBy(entries.id)
      .limit(query.page_size)
      .offset((query.page - 1) * query.page_size),
    db.select({ total: count() }).from(entries).where(ofConversation),
  ])
  return pageOf(
    rows.map((row) => toEntry(row, conversation)),
    counted?.total ?? 0,
    query,
  )
}

const pageOf = <Item>(data: Item[], total: number, { page, page_size }: PageQuery): Paged<Item> => ({
  data,
  total,
  page,
  pages: Math.max(1, Math.ceil(total / page_size)),
  page_size,
})
