import { eq, inArray, sql } from 'drizzle-orm'
import type { AgentType, Attachment } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { conversations, entries, now } from '~/provider/db/index.ts'
import { selectTurns, withoutMarkers } from './history.ts'
import type { Overwritten } from './make-room.ts'
import { findAnswer, findOwnConversation } from './own-conversation.ts'
import { rateGuard, requireQuestionRate } from './question-rate.ts'
import type { Turn } from '~/provider/agents/agent.ts'

export interface NewQuestion {
  text: string
  pipeline: AgentType
  /** The model as it was chosen; the default model's name where it was left out. */
  model: string
  attachments: Attachment[]
}

/** The rows of a question and of the answer that will stream. */
export interface StoredQuestion {
  conversationId: number
  questionId: number
  answerId: number
}

interface FirstQuestion extends NewQuestion {
  /** That of its conversation. */
  title: string
}

interface NextQuestion extends NewQuestion {
  conversationId: number
  overwritten: Overwritten | undefined
}

/**
 * Stores the first question of a new conversation with its answer to be: all or nothing.
 *
 * @throws ApiError `rate_limited`
 */
export async function storeFirstQuestion(question: FirstQuestion, call: Call): Promise<StoredQuestion> {
  const { db, member } = call
  const store = async () => {
    const [, [conversation], [asked], [answer]] = await db.batch([
      rateGuard(call),
      db
        .insert(conversations)
        .values({ user_id: member.id, title: question.title, pipeline: question.pipeline })
        .returning(),
      db
        .insert(entries)
        .values(questionRow(question, sql`last_insert_rowid()`))
        .returning(),
      db
        .insert(entries)
        .values(answerRow(question, sql`(SELECT conversation_id FROM entries WHERE id = last_insert_rowid())`))
        .returning(),
    ])
    return { conversationId: conversation!.id, questionId: asked!.id, answerId: answer!.id }
  }
  return store().catch(async (error: unknown) => {
    await requireQuestionRate(call)
    throw error
  })
}

/**
 * Stores a question of a conversation with its answer to be, in place of the entries `overwritten`: all or nothing. Gives
 * the conversation's turns before it, too.
 *
 * @throws ApiError `rate_limited`, `does_not_exist` for a conversation that was deleted meanwhile, and
 *   `invalid_conversation` when another answer runs in it
 */
export async function storeQuestion(
  question: NextQuestion,
  call: Call,
): Promise<{ stored: StoredQuestion; history: Turn[] }> {
  const { db } = call
  const { conversationId, overwritten } = question
  const store = async () => {
    const [, , [asked], [answer], , turns] = await db.batch([
      rateGuard(call),
      db.delete(entries).where(inArray(entries.id, overwritten ? Object.values(overwritten) : [])),
      db.insert(entries).values(questionRow(question, conversationId)).returning(),
      db.insert(entries).values(answerRow(question, conversationId)).returning(),
      db
        .update(conversations)
        .set({ pipeline: question.pipeline, updated_at: now() })
        .where(eq(conversations.id, conversationId)),
      selectTurns(db, conversationId),
    ])
    return {
      stored: { conversationId, questionId: asked!.id, answerId: answer!.id },
      history: turns.map(withoutMarkers),
    }
  }
  return store().catch(async (error: unknown) => {
    await requireQuestionRate(call)
    await findOwnConversation(db, call.member, conversationId)
    const latest = await findAnswer(db, conversationId)
    if (latest?.status === 'streaming') throw new ApiError('invalid_conversation')
    throw error
  })
}

type Id = number | ReturnType<typeof sql>

const questionRow = ({ text, pipeline, model, attachments }: NewQuestion, conversation_id: Id) => ({
  conversation_id,
  kind: 'question' as const,
  user_prompt: text,
  selected_pipeline: pipeline,
  selected_model: model,
  attachments,
})

/** Its question is the row before. */
const answerRow = ({ pipeline }: NewQuestion, conversation_id: Id) => ({
  conversation_id,
  kind: 'answer' as const,
  question_id: sql`last_insert_rowid()`,
  response: '',
  response_pipeline: pipeline,
  status: 'streaming' as const,
})
