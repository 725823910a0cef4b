import type { ParsedOf, ResultOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { addUser as endpoint, User } from '~/contract/users.ts'
import { mailInvitation } from '~/provider/accounts/invitation.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import type { Call } from '~/provider/api/serve.ts'
import { recordAction } from '~/provider/audits/record-action.ts'
import { comparableEmail } from '~/provider/identity/email.ts'
import { type UserRow, toUser } from './user.ts'

type Body = ParsedOf<typeof endpoint>['body']

/**
 * Invites a person to the caller's organisation: the row that the first sign-in binds, with the private group, then the
 * account and its mail. The invitation stands whether or not the mail could be sent.
 *
 * @throws ApiError `already_exists` for an address of this organisation; whom others have invited is not told
 */
export async function addUser({ body }: { body: Body }, call: Call): Promise<ResultOf<typeof endpoint>> {
  const invitation = { ...body, email: comparableEmail(body.email) }
  return withIdempotencyKey(call, 'addUser', JSON.stringify(invitation), () => invite(invitation, call))
}

async function invite({ email, role, language }: Body, call: Call): Promise<User & { mailed: boolean }> {
  const user = await insert(call.env.DB, { organization_id: call.member.organizationId, email, role, language })
  if (!user) throw new ApiError('already_exists')
  await recordAction(call, { action: 'user_invited', target: email, details: { user_id: user.id, role } })
  return { ...toUser(user), mailed: await mailInvitation(call.env, user) }
}

type NewUser = Pick<UserRow, 'organization_id' | 'email' | 'role' | 'language'>

/** One transaction, so that no group is without its user; undefined where the address is there already. */
async function insert(d1: D1Database, { organization_id, email, role, language }: NewUser) {
  const [, { results }] = (await d1.batch([
    d1
      .prepare(
        `INSERT INTO groups (organization_id, name, type)
         SELECT ?1, 'Private', 'user' WHERE NOT EXISTS (SELECT 1 FROM users WHERE organization_id = ?1 AND email = ?2)`,
      )
      .bind(organization_id, email),
    d1
      .prepare(
        `INSERT INTO users (organization_id, private_group_id, email, role, language)
         SELECT ?1, last_insert_rowid(), ?2, ?3, ?4 WHERE changes() = 1 RETURNING *`,
      )
      .bind(organization_id, email, role, language),
  ])) as [D1Result, D1Result<UserRow>]
  return results[0]
}
