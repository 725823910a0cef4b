import { and, eq, sql } from 'drizzle-orm'
import type { AdminAction, Audit } from '~/contract/audits.ts'
import { auditFeedback, audits } from '~/provider/db/index.ts'

/** What a list of chat requests needs of a row: not what was asked and answered. */
export const auditColumns = {
  id: audits.id,
  user_id: audits.user_id,
  user_email: audits.user_email,
  conversation_id: audits.conversation_id,
  status: audits.status,
  error_code: audits.error_code,
  pipeline: audits.pipeline,
  execution_time: audits.execution_time,
  model: audits.model,
  input_tokens: audits.input_tokens,
  output_tokens: audits.output_tokens,
  created_at: audits.created_at,
}

/** What a row of {@link auditFeedback} that belongs to an audit is joined by. */
export const ofAudit = and(
  eq(auditFeedback.organization_id, audits.organization_id),
  eq(auditFeedback.audit_id, audits.id),
)

/** Its opinion; null without that row. */
export const feedbackColumn = sql<'good' | 'bad' | null>`${auditFeedback.feedback}`.as('feedback')

type AuditRow = Pick<typeof audits.$inferSelect, keyof typeof auditColumns> & { feedback: 'good' | 'bad' | null }

/** A row of the kind `request`, which has what the contract says an audit has. */
export const toAudit = (row: AuditRow): Audit => ({
  id: row.id,
  user_id: row.user_id,
  user_email: row.user_email,
  conversation_id: row.conversation_id,
  status: row.status!,
  error_code: row.error_code,
  pipeline: row.pipeline!,
  execution_time: row.execution_time!,
  model: row.model,
  input_tokens: row.input_tokens,
  output_tokens: row.output_tokens,
  feedback: row.feedback ?? 'unknown',
  created_at: row.created_at,
})

export const actionColumns = {
  id: audits.id,
  user_id: audits.user_id,
  user_email: audits.user_email,
  action: audits.action,
  target: audits.target,
  details: audits.details,
  created_at: audits.created_at,
}

type ActionRow = Pick<typeof audits.$inferSelect, keyof typeof actionColumns>

/** The same for the kind `action`. */
export const toAction = (row: ActionRow): AdminAction => ({
  id: row.id,
  user_id: row.user_id,
  user_email: row.user_email,
  action: row.action!,
  target: row.target!,
  details: row.details!,
  created_at: row.created_at,
})
