import { sql } from 'drizzle-orm'
import { deliverActions } from './audits/owed-actions.ts'
import { now, openDatabase } from './db/index.ts'
import { forgetExports } from './exports/forget-exports.ts'
import { sweepFiles } from './files/sweep-files.ts'
import { forgetEndedSessions } from './identity/ended-sessions.ts'
import { log } from './log/log.ts'
import { carryStoredBytes } from './metrics/carry.ts'
import { sendJob } from './queue/job.ts'
import { queueLost } from './queue/owed-jobs.ts'
import { forgetPrograms } from './oauth/forget.ts'
import { sweepRetention } from './retention/sweep-retention.ts'
import { queueEmbedding } from './search/embed-waiting.ts'
import { sweepSites } from './webpages/sweep-sites.ts'

/** Clears up, every hour, what nobody finishes any more, and takes up what was lost. Safe to repeat. */
export async function sweep(env: Env): Promise<void> {
  const db = openDatabase(env.DB)
  await deliverActions(env)
  await queueLost(env)
  const moreFiles = await sweepFiles(env)
  await forgetExports(db)
  await forgetEndedSessions(db)
  await forgetPrograms(db)
  await sweepSites(env)
  await queueEmbedding(env)
  await carryStoredBytes(db)
  await sweepRetention(env)
  await db.run(sql`INSERT OR REPLACE INTO sweeps (id, ended_at) VALUES (1, ${now()})`)
  if (moreFiles) await sendJob(env, { kind: 'sweep' })
  log.info('swept')
}
