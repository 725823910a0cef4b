import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type AgentType, type Attachment, defaultAgent, defaultModel } from '~/contract/chat.ts'
import { conversations, type Database, entries, organizations, users } from '~/provider/db/index.ts'
import { modelNames } from '~/provider/models/index.ts'
import type { RunRecord } from './task.ts'

const questions = alias(entries, 'questions')

/**
 * Answers with what has to be known to end a run that was never started. The question is given where the answer is still
 * to come: nobody needs the others', and there may be many. In a batch, columns are told apart by their names.
 */
export const selectRuns = (db: Database) =>
  db
    .select({
      id: sql<number>`${entries.id}`.as('answer_id'),
      isRunning: sql<number>`${entries.status} = 'streaming'`.as('is_running'),
      conversationId: sql<number>`${entries.conversation_id}`.as('of_conversation'),
      agent: sql<AgentType | null>`${entries.response_pipeline}`.as('agent'),
      createdAt: sql<string>`${entries.created_at}`.as('answer_created_at'),
      question: sql<string>`CASE ${entries.status} WHEN 'streaming' THEN ${questions.user_prompt} ELSE '' END`.as(
        'question',
      ),
      model: sql<string | null>`${questions.selected_model}`.as('model'),
      files: sql<string>`${questions.attachments}`.as('files'),
      organizationId: sql<number>`${users.organization_id}`.as('organization'),
      organizationKey: sql<string>`${organizations.object_key}`.as('organization_key'),
      userId: sql<number>`${users.id}`.as('asked_by'),
      userEmail: sql<string>`${users.email}`.as('asked_by_email'),
    })
    .from(entries)
    .innerJoin(questions, eq(questions.id, entries.question_id))
    .innerJoin(conversations, eq(conversations.id, entries.conversation_id))
    .innerJoin(users, eq(users.id, conversations.user_id))
    .innerJoin(organizations, eq(organizations.id, users.organization_id))

export type StoredRun = Awaited<ReturnType<typeof selectRuns>>[number]

/** The record of a run, from the database: it is taken only where the run's object has none. */
export const recordOfRow = (row: StoredRun, env: Env): RunRecord => ({
  entryId: row.id,
  conversationId: row.conversationId,
  agent: row.agent ?? defaultAgent,
  background: true,
  model: row.model === defaultModel ? (modelNames(env)[0] ?? null) : row.model,
  question: row.question,
  asked: {
    organizationId: row.organizationId,
    organizationKey: row.organizationKey,
    userId: row.userId,
    userEmail: row.userEmail,
    files: JSON.parse(row.files) as Attachment[],
    at: Date.parse(row.createdAt),
  },
})
