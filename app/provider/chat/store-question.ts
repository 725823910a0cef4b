import { eq, inArray } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import { findAnswer, findConversation } from '~/provider/conversations/find.ts'
import { conversations, entries, type EntryRow, type MemberDatabase } from '~/provider/conversations/tables.ts'
import { now } from '~/provider/db/index.ts'
import { historyOf } from './history.ts'
import type { AnswerTask, CheckedQuestion } from './task.ts'
import { titleOf } from './titles.ts'

/** Where a question is asked. */
export interface Place {
  /** Undefined for a new conversation. */
  conversationId: number | undefined
  /** The entries that it replaces: the last two of the conversation. */
  overwrites: { questionId: number | undefined; answerId: number | undefined }
}

/**
 * The answer that a question takes the place of; undefined where it replaces none.
 *
 * @throws ApiError `does_not_exist`; `invalid_conversation` when the entries to be replaced are not the last two, or another
 *   answer is being written in the conversation
 */
export function resolveOverwrite(db: MemberDatabase, { conversationId, overwrites }: Place): EntryRow | undefined {
  const { questionId, answerId } = overwrites
  const replaces = questionId !== undefined || answerId !== undefined
  const latest = conversationId === undefined ? undefined : findAnswer(db, findConversation(db, conversationId).id)
  const isLatest = latest && latest.question_id === questionId && latest.id === answerId
  if (replaces ? !isLatest : latest?.status === 'streaming') throw new ApiError('invalid_conversation')
  return replaces ? latest : undefined
}

/** Stores a question with its answer to be, in place of the answer given and its question. To be called in a transaction. */
export function storeQuestion(
  db: MemberDatabase,
  question: CheckedQuestion,
  conversationId: number | undefined,
  replaced: EntryRow | undefined,
): AnswerTask {
  if (replaced) {
    db.delete(entries)
      .where(inArray(entries.id, [replaced.id, replaced.question_id!]))
      .run()
  }
  const { text, agent, chosenModel, attachments } = question
  const conversation =
    conversationId === undefined
      ? db
          .insert(conversations)
          .values({ title: titleOf(text, question.language), agent })
          .returning()
          .get()
      : db
          .update(conversations)
          .set({ agent, updated_at: now() })
          .where(eq(conversations.id, conversationId))
          .returning()
          .get()!
  const asked = db
    .insert(entries)
    .values({
      conversation_id: conversation.id,
      kind: 'question',
      text,
      agent,
      model: chosenModel,
      attachments: attachments.length > 0 ? attachments : null,
    })
    .returning({ id: entries.id })
    .get()
  const answer = db
    .insert(entries)
    .values({
      conversation_id: conversation.id,
      kind: 'answer',
      text: '',
      agent,
      question_id: asked.id,
      status: 'streaming',
    })
    .returning({ id: entries.id })
    .get()
  return {
    ...question,
    conversationId: conversation.id,
    conversationTitle: conversation.title,
    questionId: asked.id,
    answerId: answer.id,
    history: historyOf(db.$client.sql, conversation.id),
  }
}
