import type { AdminAction, AdminActionType } from '~/contract/audits.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { formatDay } from '~/ui/day.tsx'

const texts: Record<AdminActionType, () => string> = {
  user_invited: m.action_user_invited,
  user_invited_again: m.action_user_invited_again,
  user_role_changed: m.action_user_role_changed,
  user_deleted: m.action_user_deleted,
  user_deactivated: m.action_user_deactivated,
  user_activated: m.action_user_activated,
  users_imported: m.action_users_imported,
  users_exported: m.action_users_exported,
  audits_exported: m.action_audits_exported,
  actions_exported: m.action_actions_exported,
  audits_verified: m.action_audits_verified,
  keyword_added: m.action_keyword_added,
  keyword_deleted: m.action_keyword_deleted,
  prompt_added: m.action_prompt_added,
  prompt_changed: m.action_prompt_changed,
  prompt_deleted: m.action_prompt_deleted,
  notice_added: m.action_notice_added,
  notice_deleted: m.action_notice_deleted,
  agent_changed: m.action_agent_changed,
  quota_changed: m.action_quota_changed,
  models_changed: m.action_models_changed,
  site_added: m.action_site_added,
  site_deleted: m.action_site_deleted,
  retention_changed: m.action_retention_changed,
  user_held: m.action_user_held,
  user_released: m.action_user_released,
  private_file_read: m.action_private_file_read,
  service_account_added: m.action_service_account_added,
  api_key_created: m.action_api_key_created,
  api_key_revoked: m.action_api_key_revoked,
  api_key_policy_changed: m.action_api_key_policy_changed,
  program_allowed: m.action_program_allowed,
  conversations_erased: m.action_conversations_erased,
  files_erased: m.action_files_erased,
  texts_erased: m.action_texts_erased,
}

/** What was done, as a sentence. */
export const actionText = (action: AdminActionType): string => texts[action]()

/** Who did it, and with which key: nobody, where its time had come. */
export function actorText({ user_id, user_email, api_key }: Pick<AdminAction, 'user_id' | 'user_email' | 'api_key'>) {
  if (user_id === 0) return m.actions_automatic()
  return api_key === null ? user_email : m.actions_by_key({ email: user_email, key: api_key })
}

/** What else is known of it, as it was recorded; days are the organisation's. */
export const detailsText = ({ action, details }: Pick<AdminAction, 'action' | 'details'>, timeZone: string): string =>
  action === 'texts_erased' ? erasureText(details, timeZone) : recorded(details)

function erasureText({ before, texts, held }: AdminAction['details'], timeZone: string): string {
  const told = {
    texts: Number(texts).toLocaleString(getLocale()),
    before: formatDay(String(before), getLocale(), timeZone),
  }
  return held ? m.action_details_texts_held({ ...told, held: String(held) }) : m.action_details_texts(told)
}

const recorded = (details: AdminAction['details']) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${value ?? '–'}`)
    .join(', ')
