import { and, eq } from 'drizzle-orm'
import type { Conversation } from '~/contract/conversations.ts'
import { ApiError } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { once } from '~/provider/api/idempotency.ts'
import type { Call } from '~/provider/api/serve.ts'
import { findOwnConversation } from '~/provider/chat/own-conversation.ts'
import { entries } from '~/provider/db/index.ts'
import { branchGuard, requireBranchRate } from './branch-rate.ts'
import { toConversation } from './entry.ts'

/** UTF-16 units of the old title that the new one keeps, so that its suffix still fits into a title. */
const longestKept = 480

/**
 * Makes a new conversation of the messages before a question. Opinions and token counts stay with the originals alone,
 * so that nothing is counted twice; what is thought of a copy stands beside the audit of its original.
 *
 * @throws ApiError `does_not_exist` for a conversation that is not the caller's, and for an entry that is no question of it;
 *   `rate_limited`
 */
export async function branchConversation(id: number, entryId: number, call: Call): Promise<Conversation> {
  const { db, member } = call
  const source = await findOwnConversation(db, member, id)
  const question = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.id, entryId), eq(entries.conversation_id, id), eq(entries.kind, 'question')))
    .get()
  if (!question) throw new ApiError('does_not_exist', { entity: 'entry' })

  const title = m.branch_title({ title: source.title.slice(0, longestKept) }, { locale: member.language })
  const make = async () => {
    const [, made] = await call.env.DB.batch<{ id: number }>([
      branchGuard(call),
      call.env.DB.prepare(newConversation).bind(member.id, title, source.pipeline),
      call.env.DB.prepare(copyOfEntries).bind(member.id, id, entryId),
      call.env.DB.prepare(questionsOfAnswers).bind(member.id),
    ])
    return made!.results[0]!.id
  }
  const branchId = await once(call, 'branch', JSON.stringify([id, entryId]), () =>
    make().catch(async (error: unknown) => {
      await requireBranchRate(call)
      throw error
    }),
  )
  return toConversation(await findOwnConversation(db, member, branchId))
}

const newConversation = 'INSERT INTO conversations (user_id, title, pipeline) VALUES (?1, ?2, ?3) RETURNING id'

/** Ids only grow, so within the batch this is the conversation that it has just made. */
const branch = '(SELECT max(id) FROM conversations WHERE user_id = ?1)'

/** In their order, which their ids keep. An answer that still runs goes on in its own conversation only. */
const copyOfEntries = `
  INSERT INTO entries (conversation_id, kind, user_prompt, selected_pipeline, selected_model, attachments,
    response, response_pipeline, response_model, refs, status, error_code, copy_of, created_at, updated_at)
  SELECT ${branch}, kind, user_prompt, selected_pipeline, selected_model, attachments,
    response, response_pipeline, response_model, refs, status, error_code, coalesce(copy_of, id), created_at, updated_at
  FROM entries
  WHERE conversation_id = ?2 AND id < ?3 AND status IS NOT 'streaming'
  ORDER BY id`

/** An answer is always stored right behind its question. */
const questionsOfAnswers = `
  UPDATE entries SET question_id = (
    SELECT max(question.id) FROM entries AS question
    WHERE question.conversation_id = entries.conversation_id AND question.kind = 'question' AND question.id < entries.id
  )
  WHERE conversation_id = ${branch} AND kind = 'answer'`
