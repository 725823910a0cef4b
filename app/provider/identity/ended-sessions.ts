import { and, eq, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import { type Database, endedSessions } from '~/provider/db/index.ts'
import { type Identity, maxLifetime } from './claims.ts'

/** Rows of one run of the sweep. */
const most = 10_000

/** Gives a row where the caller has signed out of the sign-in that the token is of. */
export const selectEnded = (db: Database, { uid, signedInAt }: Identity) =>
  db
    .select({ endedAt: endedSessions.ended_at })
    .from(endedSessions)
    .where(and(eq(endedSessions.uid, uid), eq(endedSessions.signed_in_at, signedInAt)))

/** @throws ApiError `invalid_credentials` where the caller has signed out */
export async function requireOpenSession(db: Database, identity: Identity): Promise<void> {
  if (await selectEnded(db, identity).get()) throw new ApiError('invalid_credentials')
}

/** From now on no token of this sign-in is taken, whoever has copied one. */
export async function endSession(db: Database, { uid, signedInAt }: Identity): Promise<void> {
  await db.insert(endedSessions).values({ uid, signed_in_at: signedInAt }).onConflictDoNothing()
}

/** Removes what has ended so long ago that none of its tokens is good any more. */
export function forgetEndedSessions(db: Database) {
  const before = new Date(Date.now() - 2 * maxLifetime * 1000).toISOString()
  return db.run(sql`
    DELETE FROM ${endedSessions} WHERE (uid, signed_in_at) IN (
      SELECT uid, signed_in_at FROM ${endedSessions} WHERE ended_at < ${before} LIMIT ${most})`)
}
