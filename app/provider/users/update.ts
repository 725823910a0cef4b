import { and, eq } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { updateUser as endpoint, User } from '~/contract/users.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { users } from '~/provider/db/index.ts'
import { isStillAdmin, mayChangeLanguage, mayChangeRole } from './policy.ts'
import { findUser, toUser, type UserRow } from './user.ts'

/**
 * Changes a user's role or language. It holds from that user's next call on.
 *
 * @throws ApiError `does_not_exist`, `operation_not_authorized`, or `invalid_request` where nothing is to be changed
 */
export async function updateUser({ params, body }: ParsedOf<typeof endpoint>, call: Call): Promise<User> {
  const { db, member } = call
  // Members see nobody but themselves; that is no secret, so they are told what they may not.
  if (member.role !== 'admin' && params.id !== member.id) throw new ApiError('operation_not_authorized')
  const user = await findUser(db, member, params.id)
  requireAllowed(user, body, call)

  const changesRole = body.role !== undefined && body.role !== user.role
  const change = db
    .update(users)
    .set(body)
    .where(and(eq(users.id, user.id), body.role === undefined ? undefined : isStillAdmin(db, member)))
    .returning()
  const details = { user_id: user.id, before: user.role, after: body.role ?? user.role }
  const recorded = { action: 'user_role_changed', target: user.email, details } as const
  const [row] = changesRole ? (await changeRecorded(call, [change], recorded))[0] : await change
  if (!row) throw new ApiError('operation_not_authorized')
  return toUser(row)
}

function requireAllowed(user: UserRow, { role, language }: ParsedOf<typeof endpoint>['body'], { member }: Call): void {
  if (role === undefined && language === undefined) throw new ApiError('invalid_request')
  const allowed =
    (role === undefined || mayChangeRole(member, user)) && (language === undefined || mayChangeLanguage(member, user))
  if (!allowed) throw new ApiError('operation_not_authorized')
}
