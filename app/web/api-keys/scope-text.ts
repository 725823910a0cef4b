import type { Scope } from '~/contract/api-keys.ts'
import { m } from '~/paraglide/messages'

const labels: Record<Scope, () => string> = {
  ask: m.api_keys_scope_ask,
  'files:read': m.api_keys_scope_files_read,
  'files:write': m.api_keys_scope_files_write,
  'admin:read': m.api_keys_scope_admin_read,
}
const hints: Record<Scope, () => string> = {
  ask: m.api_keys_scope_ask_hint,
  'files:read': m.api_keys_scope_files_read_hint,
  'files:write': m.api_keys_scope_files_write_hint,
  'admin:read': m.api_keys_scope_admin_read_hint,
}

/** What a key is for, in a few words. */
export const scopeLabel = (scope: Scope) => labels[scope]()

/** What that lets a program do. */
export const scopeHint = (scope: Scope) => hints[scope]()
