import { and, eq } from 'drizzle-orm'
import type { Feedback } from '~/contract/conversations.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { recordFeedback } from '~/provider/audits/feedback.ts'
import { sourceOf } from '~/provider/audits/record-answer.ts'
import { findOwnConversation } from '~/provider/chat/own-conversation.ts'
import { conversations, entries } from '~/provider/db/index.ts'

/**
 * Records the caller's opinion of an answer, with it and beside its audit, where admins see it. One of a copy, in a branch, goes to
 * the audit of the answer that was given: of the two, the later opinion stands there.
 *
 * @throws ApiError `does_not_exist` for what is not the caller's, `feedback_not_allowed` for a question, an answer that
 *   is being written, or an entry of another conversation
 */
export async function setFeedback(
  { conversationId, entryId, value }: { conversationId: number; entryId: number; value: Feedback },
  { env, db, member }: Call,
): Promise<{ feedback: Feedback }> {
  await findOwnConversation(db, member, conversationId)
  const entry = await db
    .select({
      kind: entries.kind,
      status: entries.status,
      conversation_id: entries.conversation_id,
      copy_of: entries.copy_of,
    })
    .from(entries)
    .innerJoin(conversations, eq(conversations.id, entries.conversation_id))
    .where(and(eq(entries.id, entryId), eq(conversations.user_id, member.id)))
    .get()
  if (!entry) throw new ApiError('does_not_exist', { entity: 'entry' })
  if (entry.kind !== 'answer' || entry.status === 'streaming' || entry.conversation_id !== conversationId)
    throw new ApiError('feedback_not_allowed')
  await db.update(entries).set({ feedback: value }).where(eq(entries.id, entryId))
  const organization = { id: member.organizationId, key: member.organizationKey }
  await recordFeedback(env, organization, { source: sourceOf(member.id, entry.copy_of ?? entryId), value })
  return { feedback: value }
}
