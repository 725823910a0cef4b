import { sql } from 'drizzle-orm'
import { openDatabase } from '~/provider/db/index.ts'
import { log } from '~/provider/log/log.ts'
import { reapRun } from './runs.ts'

/** Longer than any answer may take, in milliseconds. */
const patience = 15 * 60 * 1000
/** Answers of one run of the sweep. */
const most = 100

/**
 * Ends the answers that stream by the database but that nobody generates and nobody looks at any more, so that each has
 * its audit. One that cannot be ended is logged and left for the next run.
 */
export async function endLeftAnswers(env: Env): Promise<void> {
  const left = await openDatabase(env.DB).all<{ id: number; created_at: string }>(sql`
    SELECT id, created_at FROM entries INDEXED BY one_running_answer
    WHERE status = 'streaming' AND created_at < ${new Date(Date.now() - patience).toISOString()}
    LIMIT ${most}`)
  for (const answer of left) {
    try {
      await reapRun(env, answer)
    } catch (error) {
      log.error('answer_not_ended', { entry: answer.id, cause: error })
    }
  }
}
