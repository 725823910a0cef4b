import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { ApiError } from '~/contract/errors.ts'
import type { Language, Role } from '~/contract/users.ts'
import { type Database, deletedAccounts, openDatabase, organizations, users } from '~/provider/db/index.ts'
import type { Identity } from './claims.ts'
import { selectEnded } from './ended-sessions.ts'
import { bindInvitation, invitationsOf } from './invitations.ts'
import { profileOf } from './profile.ts'

/** An invited user who is calling. Role and organisation are the database's as of this call, never the token's. */
export interface Member {
  id: number
  /** The name of the object that holds what is this member's own. */
  key: string
  organizationId: number
  /** The name of the organisation's object. */
  organizationKey: string
  privateGroupId: number
  role: Role
  language: Language
  email: string
  name: string | null
  picture: string | null
}

/** A member's ids: known, or as SQL finds them. */
export type MemberIds = { [Name in 'id' | 'organizationId' | 'privateGroupId']: number | SQL<number> }

/** The ids of whoever has an account, for statements that are sent in one batch with that which reads the member. */
export const idsByUid = (uid: string): MemberIds => ({
  id: sql<number>`(SELECT caller.id FROM users caller WHERE caller.uid = ${uid})`,
  organizationId: sql<number>`(SELECT caller.organization_id FROM users caller WHERE caller.uid = ${uid})`,
  privateGroupId: sql<number>`(SELECT caller.private_group_id FROM users caller WHERE caller.uid = ${uid})`,
})

/** Statements that are read together with the member. */
export type Statements = BatchItem<'sqlite'>[]

/** A member, and what the statements gave that were sent along. */
export interface Found {
  member: Member
  read: unknown[]
}

/**
 * The member behind a verified identity. The first sign-in with an invited address binds the uid to the invitation, the
 * accepted one where several organisations have invited it; from then on the uid alone counts, whatever becomes of the
 * address.
 *
 * @param statements of the database, in terms of {@link idsByUid}: read in one batch with the member
 * @throws ApiError `not_active` when an admin has taken the access; `organization_not_chosen` when several organisations have invited the address;
 *   `user_not_invited` when none has, or another account has taken the invitation; `invalid_credentials` when the user was deleted, whose browser is to drop the session rather than to ask for an invitation, or has signed out
 */
export async function findMember(d1: D1Database, identity: Identity, statements: Statements = []): Promise<Found> {
  const db = openDatabase(d1)
  const found = await findBound(db, identity, statements)
  if (found) return found
  await bindOnlyInvitation(db, identity)
  // Of two tabs that sign in for the first time, either may have bound it.
  const bound = await findBound(db, identity, statements)
  if (bound) return bound
  throw new ApiError((await isDeleted(db, identity)) ? 'invalid_credentials' : 'user_not_invited')
}

export const memberColumns = {
  id: users.id,
  key: users.object_key,
  organizationId: users.organization_id,
  organizationKey: sql<string>`(SELECT ${organizations.object_key} FROM ${organizations} WHERE ${organizations.id} = ${users.organization_id})`,
  privateGroupId: users.private_group_id,
  role: users.role,
  language: users.language,
  email: users.email,
  name: users.name,
  picture: users.picture,
}

async function findBound(db: Database, identity: Identity, statements: Statements): Promise<Found | undefined> {
  const [[row], [ended], ...read] = await db.batch([
    db
      .select({ ...memberColumns, deactivatedAt: users.deactivated_at })
      .from(users)
      .where(eq(users.uid, identity.uid)),
    selectEnded(db, identity),
    ...statements,
  ])
  if (ended) throw new ApiError('invalid_credentials')
  if (!row) return undefined
  const { deactivatedAt, ...member } = row
  if (deactivatedAt !== null) throw new ApiError('not_active')
  const profile = profileOf(identity)
  if (Object.entries(profile).every(([key, value]) => member[key as keyof typeof profile] === value))
    return { member, read }
  await db.update(users).set(profile).where(eq(users.id, member.id))
  return { member: { ...member, ...profile }, read }
}

/** Where several organisations have invited the address, none gets the account because it was first: its owner is asked. */
async function bindOnlyInvitation(db: Database, identity: Identity): Promise<void> {
  const invitations = await invitationsOf(db, identity)
  const [active, another] = invitations.filter(({ deactivatedAt }) => deactivatedAt === null)
  if (another) throw new ApiError('organization_not_chosen')
  if (active) await bindInvitation(db, identity, active.id)
  else if (invitations.length > 0) throw new ApiError('not_active')
}

async function isDeleted(db: Database, { uid }: Identity): Promise<boolean> {
  const account = await db.select().from(deletedAccounts).where(eq(deletedAccounts.uid, uid)).get()
  return account !== undefined
}
