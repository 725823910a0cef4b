import { ApiError } from '~/contract/errors.ts'
import type { Language } from '~/contract/users.ts'
import { describeFailure } from '~/provider/log/describe-failure.ts'
import { log } from '~/provider/log/log.ts'
import { ensureAccount, sendPasswordReset } from './identity-toolkit.ts'
import { accountSettings } from './settings.ts'

/** Whom an invitation is for. */
export interface Invited {
  id: number
  email: string
  language: Language
}

/** Whether accounts can be made and mails sent: with the emulator, or with a service account's credentials. */
export const maySendMails = (env: Env): boolean => accountSettings(env) !== undefined

/**
 * Makes an invited person's account, unless there is one, and has the mail sent to set a password, in their language.
 * Repeating it sends another mail.
 * @throws ApiError where the identity provider refuses or cannot be reached
 */
export async function sendInvitation(env: Env, { email, language }: Invited): Promise<void> {
  const settings = accountSettings(env)
  if (!settings) return
  await ensureAccount(settings, email)
  await sendPasswordReset(settings, email, language)
}

/** The same, for an invitation that stands in any case. Never throws. Gives whether the mail was sent. */
export async function mailInvitation(env: Env, invited: Invited): Promise<boolean> {
  try {
    await sendInvitation(env, invited)
    return maySendMails(env)
  } catch (error) {
    logNotMailed(invited, error)
    return false
  }
}

/** Tells the log whom no mail went to, by the id alone. */
export function logNotMailed({ id }: Invited, error: unknown): void {
  // Causes of coded errors are in our own words; anything else may repeat the address.
  const cause = error instanceof ApiError && error.cause instanceof Error ? error.cause.message : describeFailure(error)
  log.error('invitation_not_mailed', { user_id: id, cause })
}
