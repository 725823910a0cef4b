import type { AuditStatus } from '~/contract/audits.ts'
import type { AnswerSoFar } from '~/provider/chat/event-log.ts'
import type { Outcome, RunRecord } from '~/provider/chat/task.ts'
import { appendRequest } from './append.ts'

const statusOf = { done: 'completed', stopped: 'cancelled', failed: 'failed' } as const satisfies Record<
  Outcome['status'],
  AuditStatus
>

/**
 * Records how an answer ended, and gives the id of its audit. May be repeated: an answer has one.
 *
 * Tokens are those that the model's service reported. The built-in answerer has no model and takes none; where a model was
 * asked but its report did not come, as of an answer that was stopped, nobody knows them, and none are given.
 */
export const recordAnswer = (
  env: Env,
  { entryId, conversationId, agent, model, question, asked }: RunRecord,
  answer: AnswerSoFar,
  { status, errorCode, usage, endedAt }: Outcome,
): Promise<number> =>
  appendRequest(
    env,
    { id: asked.organizationId, key: asked.organizationKey },
    {
      source: sourceOf(asked.userId, entryId),
      user_id: asked.userId,
      user_email: asked.userEmail,
      conversation_id: conversationId,
      status: statusOf[status],
      error_code: errorCode,
      pipeline: answer.info?.assistant_selected ?? agent,
      model: model ?? 'builtin',
      execution_time: Math.max(0, endedAt - asked.at) / 1000,
      input_tokens: model === null ? 0 : (usage?.input_tokens ?? null),
      output_tokens: model === null ? 0 : (usage?.output_tokens ?? null),
      question,
      answer: answer.text,
      files: asked.files,
      refs: answer.references,
      reservation: asked.reservation,
    },
  )

/** What the audit of an answer is known by. */
export const sourceOf = (userId: number, entryId: number) => `answer:${userId}:${entryId}`
