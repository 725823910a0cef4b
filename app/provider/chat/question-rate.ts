import { ApiError } from '~/contract/errors.ts'
import { aMinuteAgo, limitedUntilAMinuteAfter } from '~/provider/api/rate.ts'

/** What a member may do in a minute, and at a time. */
export interface Rates {
  questionsPerMinute: number
  runningAnswers: number
}

/** Seconds after which it is worth asking again while other answers run. */
const answerTime = 5

/**
 * Ends the call when a member asks more than the rate allows, or while as many answers run as may.
 *
 * @throws ApiError `rate_limited` with the seconds after which a question fits
 */
export function requireQuestionRate(sql: SqlStorage, { questionsPerMinute, runningAnswers }: Rates): void {
  // The one that has to be a minute old before another fits.
  const [first] = sql
    .exec<{ created_at: string }>(
      `SELECT created_at FROM entries WHERE kind = 'question' AND created_at > ?
       ORDER BY created_at DESC LIMIT 1 OFFSET ?`,
      aMinuteAgo(),
      questionsPerMinute - 1,
    )
    .toArray()
  if (first) throw limitedUntilAMinuteAfter(first.created_at)
  const { running } = sql
    .exec<{ running: number }>("SELECT count(*) AS running FROM entries WHERE status = 'streaming'")
    .one()
  if (running >= runningAnswers) throw new ApiError('rate_limited', { retry_after: answerTime })
}

/**
 * The same for conversations that are begun, by asking or by branching: a branch, which copies a conversation, is not to be
 * cheaper than a question.
 *
 * @throws ApiError `rate_limited` with the seconds after which a branch fits
 */
export function requireBranchRate(sql: SqlStorage, { questionsPerMinute }: Rates): void {
  const [first] = sql
    .exec<{ created_at: string }>(
      // A conversation was not spoken in before it was made; the index knows when it was last.
      `SELECT created_at FROM conversations WHERE updated_at > ?1 AND created_at > ?1
       ORDER BY created_at DESC LIMIT 1 OFFSET ?2`,
      aMinuteAgo(),
      questionsPerMinute - 1,
    )
    .toArray()
  if (first) throw limitedUntilAMinuteAfter(first.created_at)
}
