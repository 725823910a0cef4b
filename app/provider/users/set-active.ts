import { and, eq } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { setUserActive as endpoint, User } from '~/contract/users.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { now, users } from '~/provider/db/index.ts'
import { memberObject } from '~/provider/member/stub.ts'
import { callObject } from '~/provider/objects/call.ts'
import { isStillAdmin, mayDeactivateUser } from './policy.ts'
import { findUser, toUser, type UserRow } from './user.ts'

/**
 * Takes the access from a user, or gives it back. All that is theirs is kept. Their next call is refused (`not_active`), and
 * answers that are being written end with what they said so far. Safe to repeat.
 *
 * @throws ApiError `does_not_exist`, or `operation_not_authorized` for oneself
 */
export async function setUserActive({ params, body }: ParsedOf<typeof endpoint>, call: Call): Promise<User> {
  const { env, db, member } = call
  const user = await findUser(db, member, params.id)
  if (!mayDeactivateUser(member, user)) throw new ApiError('operation_not_authorized')
  const isDone = body.active === (user.deactivated_at === null)
  if (isDone) {
    // It may be the repetition of a call that did not reach the member's object.
    if (!body.active) await stopAnswers(env, user)
    return toUser(user)
  }

  const change = db
    .update(users)
    .set({ deactivated_at: body.active ? null : now() })
    .where(and(eq(users.id, user.id), isStillAdmin(db, member)))
    .returning()
  const action = body.active ? 'user_activated' : 'user_deactivated'
  const details = { user_id: user.id, role: user.role }
  const [[row]] = await changeRecorded(call, [change], { action, target: user.email, details })
  if (!row) throw new ApiError('operation_not_authorized')
  if (!body.active) await stopAnswers(env, user)
  return toUser(row)
}

const stopAnswers = (env: Env, { object_key }: UserRow) =>
  callObject(async () => memberObject(env, { key: object_key }).stopAnswers())
