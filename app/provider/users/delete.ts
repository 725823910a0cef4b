import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { memberObject } from '~/provider/member/stub.ts'
import { deletedAccounts, now, users } from '~/provider/db/index.ts'
import { jobOwed, queueOwed } from '~/provider/queue/owed-jobs.ts'
import { isStillAdmin, mayDeleteUser } from './policy.ts'
import { findUser } from './user.ts'

/**
 * Deletes a user with all conversations; running answers end, and a job removes the private files, and makes sure of the rest. Audits stay. The next
 * call with the user's tokens is refused. The account at the identity provider stays too: it may serve other
 * organisations, and other products.
 *
 * @throws ApiError `does_not_exist`, or `operation_not_authorized` for oneself and for who is held
 */
export async function deleteUser(id: number, call: Call): Promise<void> {
  const { env, db, member } = call
  const user = await findUser(db, member, id)
  if (!mayDeleteUser(member, user)) throw new ApiError('operation_not_authorized')

  const doomed = and(eq(users.id, id), isNull(users.held_at), isStillAdmin(db, member))
  const account = db
    .select({ uid: sql<string>`${users.uid}`.as('uid'), deleted_at: sql<string>`${now()}`.as('deleted_at') })
    .from(users)
    .where(and(doomed, isNotNull(users.uid)))
  const changes = [
    db.insert(deletedAccounts).select(account).onConflictDoNothing(),
    db.delete(users).where(doomed).returning({ id: users.id }),
    jobOwed(db, { kind: 'delete_member', group_id: user.private_group_id, member_key: user.object_key }),
  ] as const
  const details = { user_id: id, role: user.role }
  const [, gone, owed] = await changeRecorded(call, changes, { action: 'user_deleted', target: user.email, details })
  if (gone.length === 0) throw new ApiError('operation_not_authorized')
  await queueOwed(env, owed)
  await memberObject(env, { key: user.object_key }).erase()
}
