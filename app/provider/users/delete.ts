import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { recordAction } from '~/provider/audits/record-action.ts'
import { forgetAnswers, rememberedAnswers } from '~/provider/conversations/delete.ts'
import { conversations, deletedAccounts, now, users } from '~/provider/db/index.ts'
import { sendJob } from '~/provider/queue/job.ts'
import { isStillAdmin, mayDeleteUser } from './policy.ts'
import { findUser } from './user.ts'

/**
 * Deletes a user with all conversations; running answers end, and a job removes the private files. Audits stay. The next
 * call with the user's tokens is refused. The account at the identity provider stays too: it may serve other
 * organisations, and other products.
 *
 * @throws ApiError `does_not_exist`, or `operation_not_authorized` for oneself
 */
export async function deleteUser(id: number, call: Call): Promise<void> {
  const { env, db, member } = call
  const user = await findUser(db, member, id)
  if (!mayDeleteUser(member, user)) throw new ApiError('operation_not_authorized')

  // First, since it cannot be made up for; the job waits for the rows to be gone.
  await sendJob(env, { kind: 'delete_group', group_id: user.private_group_id })
  const doomed = and(eq(users.id, id), isStillAdmin(db, member))
  const account = db
    .select({ uid: sql<string>`${users.uid}`.as('uid'), deleted_at: sql<string>`${now()}`.as('deleted_at') })
    .from(users)
    .where(and(doomed, isNotNull(users.uid)))
  const [answers, , gone] = await db.batch([
    rememberedAnswers(db, eq(conversations.user_id, id)),
    db.insert(deletedAccounts).select(account).onConflictDoNothing(),
    // The conversations go with the row (ON DELETE CASCADE).
    db.delete(users).where(doomed).returning({ id: users.id }),
  ])
  if (gone.length === 0) throw new ApiError('operation_not_authorized')
  await forgetAnswers(env, answers)
  await recordAction(call, { action: 'user_deleted', target: user.email, details: { user_id: id, role: user.role } })
}
