import { lt, eq, type SQL, sql } from 'drizzle-orm'
import { type Database, now, openDatabase, owedJobs, statementOf } from '~/provider/db/index.ts'
import { log } from '~/provider/log/log.ts'
import { Job, sendJob } from './job.ts'

/**
 * Jobs that nobody could tell to be missing if the queue lost them: what they are to do is in no other row. They are written in the
 * transaction of their change, and stay until they are done.
 */
export type OwedJob = Pick<typeof owedJobs.$inferSelect, 'id' | 'job'>

/** Milliseconds after which a job that is not done is taken for lost. */
const lostAfter = 60 * 60 * 1000
/** Jobs that one sweep queues. */
const most = 100

/**
 * A statement that notes a job, in the transaction of its change.
 * @param job as it is, or as an expression that gives its JSON
 * @param when on which condition; unless it says otherwise, that the statement before has changed a row
 */
export const jobOwed = (db: Database, job: Job | SQL<string>, when: SQL = sql`changes() > 0`) =>
  statementOf<OwedJob>(
    db,
    sql`
    INSERT INTO owed_jobs (job) SELECT ${'getSQL' in job ? job : JSON.stringify(job)} WHERE ${when} RETURNING id, job`,
  )

/** Queues what was noted. Never throws: the change stands, and the sweep queues what the queue did not take. */
export async function queueOwed(env: Env, owed: OwedJob[]): Promise<void> {
  for (const { id, job } of owed) {
    try {
      await sendJob(env, Job.parse(JSON.parse(job)), 0, id)
    } catch (error) {
      log.error('job_not_queued', { cause: error })
    }
  }
}

/** Notes that a job is done, but for what it has left for a next one. */
export async function settleOwed(env: Env, id: number, rest: Job | undefined): Promise<void> {
  const db = openDatabase(env.DB)
  const settled = eq(owedJobs.id, id)
  if (rest)
    await db
      .update(owedJobs)
      .set({ job: JSON.stringify(rest), queued_at: now() })
      .where(settled)
  else await db.delete(owedJobs).where(settled)
}

/** Queues again what seems to be lost. Safe to repeat. */
export async function queueLost(env: Env): Promise<void> {
  const db = openDatabase(env.DB)
  const long = new Date(Date.now() - lostAfter).toISOString()
  const lost = await db
    .select()
    .from(owedJobs)
    .where(lt(owedJobs.queued_at, long))
    .orderBy(owedJobs.queued_at)
    .limit(most)
  for (const owed of lost) {
    await db.update(owedJobs).set({ queued_at: now() }).where(eq(owedJobs.id, owed.id))
    await queueOwed(env, [owed])
  }
}
