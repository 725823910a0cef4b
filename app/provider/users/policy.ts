import { alias } from 'drizzle-orm/sqlite-core'
import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import { type Database, users } from '~/provider/db/index.ts'
import type { Member } from '~/provider/identity/members.ts'

/** Whom something is to be done to. */
interface Target {
  id: number
  organization_id: number
}

/** Allow an admin to see a user of the own organisation; everybody, themselves. */
export const maySeeUser = (member: Member, user: Target) =>
  isInOrganization(member, user) && (isAdmin(member) || isOneself(member, user))

/** Allow an admin to give another user of the organisation a role. Nobody changes the own one. */
export const mayChangeRole = (member: Member, user: Target) =>
  isInOrganization(member, user) && isAdmin(member) && !isOneself(member, user)

/** Allow an admin to choose a user's language; everybody, the own one. */
export const mayChangeLanguage = maySeeUser

/** Allow an admin to invite a user of the organisation again who has never signed in. */
export const mayInviteAgain = (member: Member, user: Target & { uid: string | null }) =>
  isInOrganization(member, user) && isAdmin(member) && user.uid === null

/** Allow an admin to delete another user of the organisation who is not held. */
export const mayDeleteUser = (member: Member, user: Target & { held_at: string | null }) =>
  mayChangeRole(member, user) && user.held_at === null

/** Allow an admin to take the access from another user of the organisation, and to give it back. */
export const mayDeactivateUser = mayChangeRole

/**
 * That the member is an admin at the moment of writing. A change of another's role, and a deletion, is written on this
 * condition: of two admins who take it from each other at once the second one no longer is, so that one always stays. So is an
 * import, which could make many admins.
 */
export function isStillAdmin(db: Database, member: Member) {
  const caller = alias(users, 'caller')
  return exists(
    db
      .select({ one: sql`1` })
      .from(caller)
      .where(and(eq(caller.id, member.id), eq(caller.role, 'admin'), isNull(caller.deactivated_at))),
  )
}

const isAdmin = (member: Member) => member.role === 'admin'
const isInOrganization = (member: Member, user: Target) => user.organization_id === member.organizationId
const isOneself = (member: Member, user: Target) => user.id === member.id
