import { eq, sql } from 'drizzle-orm'
import type { ParsedOf, ResultOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { addUser as endpoint, User } from '~/contract/users.ts'
import { mailInvitation } from '~/provider/accounts/invitation.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded, recordedBefore } from '~/provider/audits/owed-actions.ts'
import { statementOf, users } from '~/provider/db/index.ts'
import { comparableEmail } from '~/contract/email.ts'
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

async function invite(body: Body, call: Call): Promise<User & { mailed: boolean }> {
  const user = (await insert(body, call)) ?? (await insertedBefore(call))
  if (!user) throw new ApiError('already_exists')
  return { ...toUser(user), mailed: await mailInvitation(call.env, user) }
}

/** One transaction, so that no group is without its user; undefined where the address is there already. */
async function insert({ email, role, language }: Body, call: Call): Promise<UserRow | undefined> {
  const { db, member } = call
  const { organizationId } = member
  const changes = [
    statementOf(
      db,
      sql`
      INSERT INTO groups (organization_id, name, type)
      SELECT ${organizationId}, 'Private', 'user'
      WHERE NOT EXISTS (SELECT 1 FROM users WHERE organization_id = ${organizationId} AND email = ${email})`,
    ),
    statementOf<UserRow>(
      db,
      sql`
      INSERT INTO users (organization_id, private_group_id, email, role, language)
      SELECT ${organizationId}, last_insert_rowid(), ${email}, ${role}, ${language} WHERE changes() = 1 RETURNING *`,
    ),
  ] as const
  const details = sql<string>`json_object(
    'user_id', (SELECT id FROM users WHERE organization_id = ${organizationId} AND email = ${email}), 'role', ${role})`
  const [, [user]] = await changeRecorded(call, changes, { action: 'user_invited', target: email, details })
  return user
}

/** Whom an earlier run of this call invited, whose answer was lost. */
async function insertedBefore(call: Call): Promise<UserRow | undefined> {
  const before = await recordedBefore(call)
  return (
    before &&
    call.db
      .select()
      .from(users)
      .where(eq(users.id, Number(before.user_id)))
      .get()
  )
}
