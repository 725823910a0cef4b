import { sql } from 'drizzle-orm'
import { endLeftAnswers } from './chat/end-left-answers.ts'
import { type Database, idempotentCalls, openDatabase } from './db/index.ts'
import { forgetExports } from './exports/forget-exports.ts'
import { sweepFiles } from './files/sweep-files.ts'
import { carryStoredBytes } from './metrics/carry.ts'
import { queueEmbedding } from './search/embed-waiting.ts'
import { sweepSites } from './webpages/sweep-sites.ts'

/** Clears up, every hour, what nobody finishes any more, and takes up what was lost. Safe to repeat. */
export async function sweep(env: Env): Promise<void> {
  const db = openDatabase(env.DB)
  await sweepFiles(env)
  await endLeftAnswers(env)
  await forgetCalls(db)
  await forgetExports(db)
  await sweepSites(env)
  await queueEmbedding(env)
  await carryStoredBytes(db)
}

const day = 24 * 60 * 60 * 1000
/** Calls of one run; the next run takes the rest. */
const maxCalls = 1000

/** A call may be repeated for a day (`api/idempotency.ts`). */
const forgetCalls = (db: Database) =>
  db.run(sql`
    DELETE FROM idempotent_calls WHERE (user_id, key) IN (
      SELECT user_id, key FROM ${idempotentCalls}
      WHERE created_at < ${new Date(Date.now() - day).toISOString()} LIMIT ${maxCalls}
    )`)
