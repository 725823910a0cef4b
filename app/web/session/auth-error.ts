import { m } from '~/paraglide/messages'

/** What a failed sign-in says: looked up from the last part of the provider's code (spec, section 8). */
export function authErrorMessage(error: unknown): string {
  const code = codeOf(error)
  return code === undefined ? m.auth_unknown() : (texts[code] ?? m.auth_error_fallback)()
}

/** Whether the user closed the Google window, which needs no message. */
export const isDismissed = (error: unknown) =>
  ['popup-closed-by-user', 'cancelled-popup-request'].includes(codeOf(error) ?? '')

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code.split('/').at(-1) : undefined

const texts: Record<string, (() => string) | undefined> = {
  'invalid-credential': m.auth_invalid_credential,
  'wrong-password': m.auth_wrong_password,
  'user-not-found': m.auth_user_not_found,
  'invalid-email': m.auth_invalid_email,
  'too-many-requests': m.auth_too_many_requests,
  'user-disabled': m.auth_user_disabled,
  'network-request-failed': m.auth_network_request_failed,
  'popup-blocked': m.auth_popup_blocked,
  'login-blocked': m.auth_login_blocked,
}
