import { and, desc, eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import { conversations, type Database, entries } from '~/provider/db/index.ts'
import type { Member } from '~/provider/identity/members.ts'

export type ConversationRow = typeof conversations.$inferSelect
export type EntryRow = typeof entries.$inferSelect

/**
 * A conversation of the member. Nobody else's is ever found, by an admin either.
 *
 * @throws ApiError `does_not_exist`, the same whether there is none or it is another's
 */
export async function findOwnConversation(db: Database, member: Member, id: number): Promise<ConversationRow> {
  const [conversation] = await selectOwnConversation(db, member, id)
  if (!conversation) throw noConversation()
  return conversation
}

/** What a member is told of a conversation that there is not, or that is another's. */
export const noConversation = () => new ApiError('does_not_exist', { entity: 'conversation' })

/** A conversation of the member, or none, as a statement. */
export const selectOwnConversation = (db: Database, member: Member, id: number) =>
  db
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.user_id, member.id)))

/** The conversation's latest answer, or the one with this id. */
export async function findAnswer(db: Database, conversationId: number, id?: number): Promise<EntryRow | undefined> {
  const [answer] = await selectAnswer(db, conversationId, id)
  return answer
}

/** The same as a statement. */
export function selectAnswer(db: Database, conversationId: number, id?: number) {
  const wanted = and(
    eq(entries.conversation_id, conversationId),
    eq(entries.kind, 'answer'),
    id === undefined ? undefined : eq(entries.id, id),
  )
  return db.select().from(entries).where(wanted).orderBy(desc(entries.id)).limit(1)
}
