import { eq, inArray } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import { findAnswer, findConversation } from '~/provider/conversations/find.ts'
import type { Turn } from '~/provider/agents/agent.ts'
import {
  type ConversationRow,
  conversations,
  entries,
  type EntryRow,
  type MemberDatabase,
  passingConversations,
} from '~/provider/conversations/tables.ts'
import { now } from '~/provider/db/index.ts'
import { historyOf } from './history.ts'
import type { AnswerTask, CheckedQuestion } from './task.ts'
import { titleOf } from './titles.ts'

/** What a program knows of a conversation that it leads itself. */
export interface OwnConversation {
  /** What was said before, there. */
  earlier: Turn[]
  /** Whether it stays among the member's conversations; else it goes when its events do. */
  isKept: boolean
  /** The answer that has to be the conversation's latest. */
  follows?: number | undefined
}

/** Where a question is asked. */
export interface Place extends OwnConversation {
  /** Undefined for a new conversation. */
  conversationId: number | undefined
  /** The entries that it replaces: the last two of the conversation. */
  overwrites: { questionId: number | undefined; answerId: number | undefined }
}

/**
 * The answer that a question takes the place of; undefined where it replaces none.
 *
 * @throws ApiError `does_not_exist`; `invalid_conversation` when the entries to be replaced are not the last two, the answer to be
 *   followed is not the latest, or another is being written in the conversation
 */
export function resolveOverwrite(
  db: MemberDatabase,
  { conversationId, overwrites, follows }: Place,
): EntryRow | undefined {
  const { questionId, answerId } = overwrites
  const replaces = questionId !== undefined || answerId !== undefined
  const latest = conversationId === undefined ? undefined : findAnswer(db, findConversation(db, conversationId).id)
  const isLatest = latest && latest.question_id === questionId && latest.id === answerId
  if (replaces ? !isLatest : latest?.status === 'streaming') throw new ApiError('invalid_conversation')
  if (follows !== undefined && latest?.id !== follows) throw new ApiError('invalid_conversation')
  return replaces ? latest : undefined
}

/** Stores a question with its answer to be, in place of the answer given and its question. To be called in a transaction. */
export function storeQuestion(
  db: MemberDatabase,
  question: CheckedQuestion,
  { conversationId, earlier = [], isKept = true }: Partial<Place>,
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
  if (isKept) for (const turn of earlier.filter(isWhole)) storeTurn(db, conversation, turn)
  else db.insert(passingConversations).values({ conversation_id: conversation.id }).onConflictDoNothing().run()
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
      // Whoever ends it in another instance knows by it which model was asked.
      model: question.model,
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
    isPassing: !isKept,
    history: [...earlier.filter((turn) => !isKept || !isWhole(turn)), ...historyOf(db.$client.sql, conversation.id)],
  }
}

/** What has no answer, such as a system's text, is for this question alone. */
const isWhole = ({ question, answer }: Turn) => question !== '' && answer !== ''

function storeTurn(db: MemberDatabase, { id, agent }: ConversationRow, turn: Turn): void {
  const row = { conversation_id: id, agent }
  const question = db
    .insert(entries)
    .values({ ...row, kind: 'question', text: turn.question })
    .returning({ id: entries.id })
    .get()
  db.insert(entries)
    .values({ ...row, kind: 'answer', text: turn.answer, question_id: question.id, status: 'done' })
    .run()
}
