import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'

/** What a user reads about an error: the text of its code, never its `message`; of a failure of ours, what to find it by in the log. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return m.error_unexpected()
  const { reference, status } = error
  const text = textOf(error)
  return reference && status === 500 ? m.error_with_reference({ text, reference }) : text
}

function textOf(error: ApiError): string {
  const { retry_after, entity, name } = error.info ?? {}
  if (error.code === 'quota_exceeded' && retry_after) return m.error_quota_exceeded_until({ time: timeIn(retry_after) })
  if (error.code === 'rate_limited' && retry_after) return m.error_rate_limited_for({ seconds: retry_after })
  if (error.code === 'service_unavailable' && retry_after) return m.error_busy({ seconds: retry_after })
  if (error.code === 'does_not_exist' && entity === 'file' && name) return m.attachment_gone({ name })
  return codeMessage(error.code, entity)
}

/** The time of day in that many seconds, to the minute, in the reader's language and time zone. */
const timeIn = (seconds: number) =>
  new Date(Date.now() + seconds * 1000).toLocaleString(getLocale(), { dateStyle: 'long', timeStyle: 'short' })

/** The text of an error code in the page's language; codes that are not in the catalogue read as `unexpected`. */
export function codeMessage(code: string, entity = 'item'): string {
  if (code === 'does_not_exist') return m.error_does_not_exist({ entity: (entities[entity] ?? m.entity_item)() })
  if (code === 'already_exists' && entity === 'keyword') return m.keywords_exists()
  if (code === 'already_exists' && entity === 'site') return m.sites_exists()
  return (texts[code as keyof typeof texts] ?? m.error_unexpected)()
}

const texts: Record<Exclude<ErrorCode, 'does_not_exist'>, () => string> = {
  fatal: m.error_fatal,
  unexpected: m.error_unexpected,
  cannot_upload: m.error_cannot_upload,
  cannot_load_topics: m.error_cannot_load_topics,
  cannot_preview: m.error_cannot_preview,
  cannot_download: m.error_cannot_download,
  invalid_request: m.error_invalid_request,
  bad_request: m.error_bad_request,
  type_validation_error: m.error_type_validation_error,
  empty_question: m.error_empty_question,
  no_files_selected: m.error_no_files_selected,
  max_files_exceeded: m.error_max_files_exceeded,
  too_many_files_selected: m.error_too_many_files_selected,
  total_size_exceeded: m.error_total_size_exceeded,
  file_limit_reached: m.error_file_limit_reached,
  file_too_large: m.error_file_too_large,
  request_too_large: m.error_request_too_large,
  invalid_audit_interval: m.error_invalid_audit_interval,
  csv_invalid_columns: m.error_csv_invalid_columns,
  blocked_keyword: m.error_blocked_keyword,
  unavailable_llm_model: m.error_unavailable_llm_model,
  unavailable_agent: m.error_unavailable_agent,
  feedback_not_allowed: m.error_feedback_not_allowed,
  invalid_conversation: m.error_invalid_conversation,
  only_data_analysis: m.error_only_data_analysis,
  wrong_file_status: m.error_wrong_file_status,
  bad_file_operation_state: m.error_bad_file_operation_state,
  unknown_file_operation: m.error_unknown_file_operation,
  file_content_not_available: m.error_file_content_not_available,
  already_exists: m.error_already_exists,
  invalid_credentials: m.error_invalid_credentials,
  email_not_verified: m.error_email_not_verified,
  user_not_invited: m.error_user_not_invited,
  organization_not_chosen: m.error_organization_not_chosen,
  not_active: m.error_not_active,
  operation_not_authorized: m.error_operation_not_authorized,
  rate_limited: m.error_rate_limited,
  quota_exceeded: m.error_quota_exceeded,
  model_limit_reached: m.error_model_limit_reached,
  request_aborted_user: m.error_request_aborted_user,
  answer_interrupted: m.error_answer_interrupted,
  service_http_error: m.error_service_http_error,
  service_timeout: m.error_service_timeout,
  service_unavailable: m.error_service_unavailable,
}

const entities: Record<string, (() => string) | undefined> = {
  item: m.entity_item,
  file: m.entity_file,
  conversation: m.entity_conversation,
  entry: m.entity_entry,
  keyword: m.entity_keyword,
  user: m.entity_user,
  group: m.entity_group,
  site: m.entity_site,
  agent: m.entity_agent,
  audit: m.entity_audit,
  invitation: m.entity_invitation,
}
