import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Database, organizations, users } from '~/provider/db/index.ts'
import type { Identity } from './claims.ts'
import { comparableEmail } from '~/contract/email.ts'
import { profileOf } from './profile.ts'

/** The invitations of an account's address that nobody has taken, the oldest first; none where the account is a member's. */
export const invitationsOf = (db: Database, identity: Identity) =>
  db
    .select({
      id: users.id,
      organization: organizations.name,
      created_at: users.created_at,
      deactivatedAt: users.deactivated_at,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organization_id))
    .where(isOpenTo(db, identity))
    .orderBy(users.id)

/**
 * Binds an account to an invitation of its address, unless somebody has taken it or taken it back. One statement, so that of two sign-ins at
 * once only one binds; an account that is bound already binds nothing more.
 *
 * @returns whether the invitation is this account's, by this call or an earlier one
 */
export async function bindInvitation(db: Database, identity: Identity, id: number): Promise<boolean> {
  const isTheirs = and(eq(users.id, id), eq(users.uid, identity.uid))
  const [, theirs] = await db.batch([
    db
      .update(users)
      .set({ uid: identity.uid, ...profileOf(identity) })
      .where(and(eq(users.id, id), isNull(users.deactivated_at), isOpenTo(db, identity))),
    db.select({ id: users.id }).from(users).where(isTheirs),
  ])
  return theirs.length > 0
}

function isOpenTo(db: Database, { email, uid }: Identity) {
  const other = alias(users, 'other')
  const bound = db
    .select({ one: sql`1` })
    .from(other)
    .where(eq(other.uid, uid))
  return and(eq(users.email, comparableEmail(email)), isNull(users.uid), notExists(bound))
}
