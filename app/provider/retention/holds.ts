import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import { type Hold, maxHolds } from '~/contract/retention.ts'
import type { Paged } from '~/contract/shared.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { type Database, now, users } from '~/provider/db/index.ts'
import { findUser, type UserRow } from '~/provider/users/user.ts'

const pageSize = 20

/** One page of the organisation's held users, the latest first. */
export async function listHolds({ page }: { page: number }, { db, member }: Call): Promise<Paged<Hold>> {
  const held = heldOf(member.organizationId)
  const [[counted], rows] = await db.batch([
    db.select({ total: count() }).from(users).where(held),
    db
      .select()
      .from(users)
      .where(held)
      .orderBy(desc(users.held_at), desc(users.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ])
  return { data: rows.map(toHold), ...pageNumbers(counted!.total, { page, page_size: pageSize }) }
}

/**
 * Holds a user, or gives another reason for it; since when stays.
 * @throws ApiError `does_not_exist`; `invalid_request` where {@link maxHolds} are held already
 */
export async function holdUser(id: number, reason: string, call: Call): Promise<Hold> {
  const { db, member } = call
  const user = await findUser(db, member, id)
  const hasRoom = sql`(${users.held_at} IS NOT NULL OR (${db
    .select({ total: count() })
    .from(users)
    .where(heldOf(member.organizationId))
    .getSQL()}) < ${maxHolds})`
  if (user.hold_reason === reason) return toHold(user)
  const hold = db
    .update(users)
    .set({ held_at: sql`coalesce(${users.held_at}, ${now()})`, hold_reason: reason })
    .where(and(eq(users.id, user.id), hasRoom))
    .returning()
  const details = { user_id: user.id, reason }
  const [[row]] = await changeRecorded(call, [hold], { action: 'user_held', target: user.email, details })
  if (row) return toHold(row)
  // Deleted meanwhile, or one too many.
  await findUser(db, member, id)
  throw new ApiError('invalid_request', undefined, { message: `more than ${maxHolds} users on hold` })
}

/**
 * Ends a hold, if there is one.
 * @throws ApiError `does_not_exist`
 */
export async function releaseUser(id: number, call: Call): Promise<void> {
  const { db, member } = call
  const user = await findUser(db, member, id)
  const release = db
    .update(users)
    .set({ held_at: null, hold_reason: null })
    .where(and(eq(users.id, user.id), isNotNull(users.held_at)))
  const details = { user_id: user.id }
  await changeRecorded(call, [release], { action: 'user_released', target: user.email, details })
}

/** The ids of the users that an organisation holds. */
export async function heldUsers(db: Database, organizationId: number): Promise<number[]> {
  const rows = await db.select({ id: users.id }).from(users).where(heldOf(organizationId))
  return rows.map(({ id }) => id)
}

const heldOf = (organizationId: number) => and(eq(users.organization_id, organizationId), isNotNull(users.held_at))

/** Of a row that {@link heldOf} finds. */
const toHold = ({ id, email, hold_reason, held_at }: UserRow): Hold => ({
  user_id: id,
  user_email: email,
  reason: hold_reason!,
  held_at: held_at!,
})
