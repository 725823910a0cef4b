import type { AuditStatus } from '~/contract/audits.ts'
import type { NewRequest } from '~/provider/organization/chain.ts'
import type { AnswerSoFar } from './event-log.ts'
import type { EndingAnswer, Outcome } from './task.ts'

const statusOf = { done: 'completed', stopped: 'cancelled', failed: 'failed' } as const satisfies Record<
  Outcome['status'],
  AuditStatus
>

/**
 * The audit of an answer that has just ended.
 *
 * Tokens are those that the model's service reported. The built-in answerer has no model and takes none; where a model was
 * asked but its report did not come, as of an answer that was stopped, nobody knows them, and none are given.
 */
export const auditRequestOf = (
  {
    answerId,
    conversationId,
    text: question,
    agent,
    model,
    attachments,
    askedAt,
    asker,
    reservation,
    setting,
  }: EndingAnswer,
  answer: AnswerSoFar,
  { status, errorCode, usage, measures }: Outcome,
): NewRequest => ({
  source: sourceOf(asker.userId, answerId),
  user_id: asker.userId,
  user_email: asker.email,
  api_key: asker.apiKey,
  conversation_id: conversationId,
  status: statusOf[status],
  error_code: errorCode,
  pipeline: answer.info?.assistant_selected ?? agent,
  model: model ?? 'builtin',
  execution_time: Math.max(0, Date.now() - askedAt) / 1000,
  input_tokens: model === null ? 0 : (usage?.input_tokens ?? null),
  output_tokens: model === null ? 0 : (usage?.output_tokens ?? null),
  question,
  answer: answer.text,
  files: attachments,
  refs: answer.sources,
  // The built-in answerer is given none.
  ...(model !== null && setting?.instructions && { instructions: setting.instructions }),
  ...(reservation !== undefined && { reservation }),
  ...(measures && { measures }),
})

/** What the audit of an answer is known by. */
export const sourceOf = (userId: number, answerId: number) => `answer:${userId}:${answerId}`
