import { ApiError } from '~/contract/errors.ts'
import type { OpenCall } from '~/provider/api/serve.ts'
import type { Identity } from '~/provider/identity/claims.ts'
import { bindInvitation, invitationsOf } from '~/provider/identity/invitations.ts'

/** What a call works with whose caller may not be a member yet. */
type AccountCall = OpenCall & { account: Identity }

/** The organisations that have invited the caller, but those that have taken it back. */
export async function listInvitations({ db, account }: AccountCall) {
  const invitations = await invitationsOf(db, account)
  const open = invitations.filter(({ deactivatedAt }) => deactivatedAt === null)
  return { items: open.map(({ id, organization, created_at }) => ({ id, organization, created_at })) }
}

/**
 * Makes the caller a member by this invitation; again, where they are already.
 *
 * @throws ApiError `does_not_exist` for another's invitation, one that is not there, and to somebody who has chosen otherwise
 */
export async function acceptInvitation(id: number, { db, account }: AccountCall): Promise<void> {
  if (!(await bindInvitation(db, account, id))) throw new ApiError('does_not_exist', { entity: 'invitation' })
}
