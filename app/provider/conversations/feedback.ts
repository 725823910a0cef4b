import { eq } from 'drizzle-orm'
import type { Feedback } from '~/contract/conversations.ts'
import { ApiError } from '~/contract/errors.ts'
import { findConversation } from './find.ts'
import { entries, type MemberDatabase } from './tables.ts'

/**
 * Stores the member's opinion of an answer.
 *
 * @returns the id of the answer as it was given: of a copy, in a branch, that of its original
 * @throws ApiError `does_not_exist`; `feedback_not_allowed` for a question, an answer that is being written, or an entry of
 *   another conversation
 */
export function setFeedback(
  db: MemberDatabase,
  { conversationId, entryId, value }: { conversationId: number; entryId: number; value: Feedback },
): number {
  findConversation(db, conversationId)
  const entry = db.select().from(entries).where(eq(entries.id, entryId)).get()
  if (!entry) throw new ApiError('does_not_exist', { entity: 'entry' })
  if (entry.kind !== 'answer' || entry.status === 'streaming' || entry.conversation_id !== conversationId)
    throw new ApiError('feedback_not_allowed')
  db.update(entries)
    .set({ feedback: value === 'unknown' ? null : value })
    .where(eq(entries.id, entryId))
    .run()
  return entry.copy_of ?? entryId
}
