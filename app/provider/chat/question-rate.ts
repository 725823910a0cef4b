import { and, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import { aMinuteAgo, limitedUntilAMinuteAfter } from '~/provider/api/rate.ts'
import type { Call } from '~/provider/api/serve.ts'
import { conversations, type Database, entries } from '~/provider/db/index.ts'

/** Seconds after which it is worth asking again while other answers run. */
const answerTime = 5

/**
 * Ends the call when a member asks more than `QUESTIONS_PER_MINUTE`, or while `RUNNING_ANSWERS` run.
 *
 * @throws ApiError `rate_limited` with the seconds after which a question fits
 */
export async function requireQuestionRate({ env, db, member }: Call): Promise<void> {
  const { questionsPerMinute, runningAnswers } = limitsOf(env)
  const [[first], [running]] = await db.batch([
    // The one that has to be a minute old before another fits.
    entriesOf(db, member.id, isRecentQuestion())
      .orderBy(desc(entries.id))
      .limit(1)
      .offset(questionsPerMinute - 1),
    db.select({ number: sql<number>`(${numberOf(db, member.id, isRunning())})` }).from(oneRow),
  ])
  if (first) throw limitedUntilAMinuteAfter(first.created_at)
  if ((running?.number ?? 0) >= runningAnswers) throw new ApiError('rate_limited', { retry_after: answerTime })
}

/**
 * The same as a statement of the batch that stores a question, so that questions at the same moment cannot pass
 * together: it fails, and with it the batch, when a limit is reached. D1 has no other way to end a batch.
 */
export function rateGuard({ env, db, member }: Call) {
  const { questionsPerMinute, runningAnswers } = limitsOf(env)
  const failsAtLimit = sql`json(CASE
    WHEN (${numberOf(db, member.id, isRecentQuestion())}) >= ${questionsPerMinute} THEN 'too many questions'
    WHEN (${numberOf(db, member.id, isRunning())}) >= ${runningAnswers} THEN 'too many running answers'
    ELSE '0' END)`
  return db.select({ failsAtLimit }).from(oneRow)
}

const oneRow = sql`(SELECT 1)`

const isRecentQuestion = () => and(eq(entries.kind, 'question'), gt(entries.created_at, aMinuteAgo()))
const isRunning = () => eq(entries.status, 'streaming')

const entriesOf = (db: Database, userId: number, wanted: SQL | undefined) =>
  db
    .select({ created_at: entries.created_at })
    .from(entries)
    .innerJoin(conversations, eq(conversations.id, entries.conversation_id))
    .where(and(eq(conversations.user_id, userId), wanted))

const numberOf = (db: Database, userId: number, wanted: SQL | undefined) =>
  db
    .select({ number: count() })
    .from(entries)
    .innerJoin(conversations, eq(conversations.id, entries.conversation_id))
    .where(and(eq(conversations.user_id, userId), wanted))
