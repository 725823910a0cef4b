import { and, isNull, lt, sql } from 'drizzle-orm'
import { type Database, openDatabase, retentionRuns } from '~/provider/db/index.ts'
import { sendJob } from '~/provider/queue/job.ts'
import { todayInZones } from '~/provider/time/today.ts'

/** A run without a sign of life for this long has lost its job. */
const timeoutMs = 60 * 60 * 1000
/** Runs that one sweep takes up; the next one takes the rest. */
const most = 100

/**
 * Begins the day's run of each organisation that keeps something for a time, and takes up those whose job was lost. Safe to
 * repeat.
 */
export async function sweepRetention(env: Env): Promise<void> {
  const db = openDatabase(env.DB)
  const runs = [...(await left(db)), ...(await begin(db))]
  for (const { organization_id, day } of runs) await sendJob(env, { kind: 'erase_expired', organization_id, day })
}

const left = (db: Database) =>
  db
    .update(retentionRuns)
    .set({ active_at: new Date().toISOString() })
    .where(
      sql`(organization_id, day) IN (${db
        .select({ organization_id: retentionRuns.organization_id, day: retentionRuns.day })
        .from(retentionRuns)
        .where(
          and(
            isNull(retentionRuns.ended_at),
            lt(retentionRuns.active_at, new Date(Date.now() - timeoutMs).toISOString()),
          ),
        )
        .limit(most)
        .getSQL()})`,
    )
    .returning({ organization_id: retentionRuns.organization_id, day: retentionRuns.day })

type Run = Pick<typeof retentionRuns.$inferSelect, 'organization_id' | 'day'>

/** A change of the periods holds from the day after it. */
async function begin(db: Database): Promise<Run[]> {
  const begun: Run[] = []
  for (const { timeZone, day } of await todayInZones(db)) {
    begun.push(
      ...(await db.all<Run>(sql`
        INSERT INTO retention_runs (organization_id, day)
        SELECT organization_id, ${day} FROM retention JOIN organizations ON organizations.id = organization_id
        WHERE time_zone = ${timeZone} AND changed_on < ${day}
          AND coalesce(conversations, generated_files, audit_texts) IS NOT NULL
        ON CONFLICT DO NOTHING RETURNING organization_id, day`)),
    )
  }
  return begun
}
