import { and, desc, eq, gt } from 'drizzle-orm'
import { limitsOf } from '~/provider/api/limits.ts'
import { aMinuteAgo, limitedUntilAMinuteAfter } from '~/provider/api/rate.ts'
import type { Call } from '~/provider/api/serve.ts'
import { conversations } from '~/provider/db/index.ts'

/**
 * Ends the call when a member has begun `QUESTIONS_PER_MINUTE` conversations within a minute, by asking or by branching: a
 * branch, which copies a conversation, is not to be cheaper than a question.
 *
 * @throws ApiError `rate_limited` with the seconds after which a branch fits
 */
export async function requireBranchRate({ env, db, member }: Call): Promise<void> {
  // The one that has to be a minute old before another fits.
  const obstacle = await db
    .select({ created_at: conversations.created_at })
    .from(conversations)
    .where(
      and(
        eq(conversations.user_id, member.id),
        // Nothing was spoken in before it was made; this is what the index knows.
        gt(conversations.updated_at, aMinuteAgo()),
        gt(conversations.created_at, aMinuteAgo()),
      ),
    )
    .orderBy(desc(conversations.created_at))
    .limit(1)
    .offset(limitsOf(env).questionsPerMinute - 1)
    .get()
  if (obstacle) throw limitedUntilAMinuteAfter(obstacle.created_at)
}

/** The same as a statement of the batch that makes a branch: it fails at the limit, and with it the batch. */
export const branchGuard = ({ env, member }: Call): D1PreparedStatement =>
  env.DB.prepare(
    `SELECT json(iif(count(*) >= ?3, 'too many branches', '0')) FROM conversations
     WHERE user_id = ?1 AND updated_at > ?2 AND created_at > ?2`,
  ).bind(member.id, aMinuteAgo(), limitsOf(env).questionsPerMinute)
