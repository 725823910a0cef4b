import type { AdminAction, AdminActionType, Audit, AuditStatus } from '~/contract/audits.ts'
import type { AgentType } from '~/contract/chat.ts'
import type { AuditRow } from '~/provider/organization/audit-list.ts'

/** A row of the kind `request`, which has what the contract says an audit has. */
export const toAudit = (row: AuditRow): Audit => ({
  id: row.seq,
  user_id: row.user_id,
  user_email: row.user_email,
  api_key: row.api_key,
  conversation_id: row.conversation_id,
  status: row.status as AuditStatus,
  error_code: row.error_code,
  pipeline: row.pipeline as AgentType,
  execution_time: row.execution_time!,
  model: row.model,
  input_tokens: row.input_tokens,
  output_tokens: row.output_tokens,
  feedback: row.feedback ?? 'unknown',
  created_at: row.created_at,
})

/** The same for the kind `action`. */
export const toAction = (row: AuditRow): AdminAction => ({
  id: row.seq,
  user_id: row.user_id,
  user_email: row.user_email,
  api_key: row.api_key,
  action: row.action as AdminActionType,
  target: row.target!,
  details: JSON.parse(row.details!) as AdminAction['details'],
  created_at: row.created_at,
})
