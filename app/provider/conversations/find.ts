import { and, desc, eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import {
  type ConversationRow,
  conversations,
  entries,
  type EntryRow,
  type MemberDatabase,
  selectEntries,
} from './tables.ts'

/**
 * A conversation of the member whose database this is.
 *
 * @throws ApiError `does_not_exist`
 */
export function findConversation(db: MemberDatabase, id: number): ConversationRow {
  const conversation = db.select().from(conversations).where(eq(conversations.id, id)).get()
  if (!conversation) throw new ApiError('does_not_exist', { entity: 'conversation' })
  return conversation
}

/** The conversation's latest answer, or the one with this id. */
export function findAnswer(db: MemberDatabase, conversationId: number, id?: number): EntryRow | undefined {
  const wanted = and(
    eq(entries.conversation_id, conversationId),
    eq(entries.kind, 'answer'),
    id === undefined ? undefined : eq(entries.id, id),
  )
  return selectEntries(db).where(wanted).orderBy(desc(entries.id)).limit(1).get()
}
