import { ApiError } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { errorMessage } from '~/web/errors/message.ts'

/** What a failed sign-in by password says: looked up from the last part of the provider's code. */
export const passwordErrorMessage = (error: unknown): string => knownMessage(error) ?? m.auth_error_fallback()

/** What a failed sign-in by Google, or a mail that could not be sent, says; where the code is not listed, its own words. */
export const authErrorMessage = (error: unknown): string =>
  knownMessage(error) ?? ((error instanceof Error && error.message) || m.auth_unknown())

function knownMessage(error: unknown): string | undefined {
  if (error instanceof ApiError) return errorMessage(error)
  return texts[codeOf(error) ?? '']?.()
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
  'expired-action-code': m.auth_code_over,
  'invalid-action-code': m.auth_code_over,
  'weak-password': m.auth_weak_password,
}
