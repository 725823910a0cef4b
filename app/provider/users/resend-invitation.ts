import type { ResultOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { resendInvitation as endpoint } from '~/contract/users.ts'
import { mailInvitation } from '~/provider/accounts/invitation.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import { aMinuteAgo, limitedUntilAMinuteAfter } from '~/provider/api/rate.ts'
import type { Call } from '~/provider/api/serve.ts'
import { findLastAction } from '~/provider/audits/find.ts'
import { recordAction } from '~/provider/audits/record-action.ts'
import { mayInviteAgain } from './policy.ts'
import { findUser } from './user.ts'

/**
 * Sends the mail of an invitation again, to someone who has never signed in.
 *
 * @throws ApiError `does_not_exist`, `already_exists` for someone who has signed in, or `rate_limited` within a minute of the last mail
 */
export const resendInvitation = (id: number, call: Call): Promise<ResultOf<typeof endpoint>> =>
  withIdempotencyKey(call, 'resendInvitation', String(id), () => resend(id, call))

async function resend(id: number, call: Call): Promise<ResultOf<typeof endpoint>> {
  const user = await findUser(call.db, call.member, id)
  if (!mayInviteAgain(call.member, user)) throw new ApiError('already_exists')
  await requireRate(user.email, call)
  await recordAction(call, { action: 'user_invited_again', target: user.email, details: { user_id: user.id } })
  return { mailed: await mailInvitation(call.env, user) }
}

/** What is recorded tells when the last mail was sent. Two calls at the same moment may both pass. */
async function requireRate(email: string, { env, member }: Call): Promise<void> {
  const last = await findLastAction(env, member.organizationKey, {
    actions: ['user_invited', 'user_invited_again'],
    target: email,
    since: aMinuteAgo(),
  })
  if (last !== null) throw limitedUntilAMinuteAfter(last)
}
