import { eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { User } from '~/contract/users.ts'
import { type Database, users } from '~/provider/db/index.ts'
import type { Member } from '~/provider/identity/members.ts'
import { maySeeUser } from './policy.ts'

export type UserRow = typeof users.$inferSelect

/**
 * The user with an id, if the member may see them.
 * @throws ApiError `does_not_exist` otherwise, the same whether there is no such user or it is another organisation's
 */
export async function findUser(db: Database, member: Member, id: number): Promise<UserRow> {
  const user = await db.select().from(users).where(eq(users.id, id)).get()
  if (!user || !maySeeUser(member, user)) throw noSuchUser()
  return user
}

export const noSuchUser = () => new ApiError('does_not_exist', { entity: 'user' })

/** A user as the API shows one: without the account's uid. */
export const toUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  role: row.role,
  organization_id: row.organization_id,
  language: row.language,
  private_group_id: row.private_group_id,
  name: row.name,
  joined: row.uid !== null,
  active: row.deactivated_at === null,
  held: row.held_at !== null,
  is_service: Boolean(row.is_service),
  created_at: row.created_at,
})
