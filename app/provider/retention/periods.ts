import { desc, eq } from 'drizzle-orm'
import { type Retention, type RetentionPeriods, type RetentionRun, retainedKinds } from '~/contract/retention.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { type Database, retention, retentionRuns } from '~/provider/db/index.ts'
import { addDays, dayStart } from '~/provider/time/buckets.ts'
import { dayOf, type OrganizationDay, selectTimeZone, today } from '~/provider/time/today.ts'

type Row = typeof retention.$inferSelect

const forEver: RetentionPeriods = { conversations: null, generated_files: null, audit_texts: null }

/** The periods of the member's organisation, and what was erased last. */
export async function getRetention({ db, member }: Call): Promise<Retention> {
  const ofOrganization = eq(retentionRuns.organization_id, member.organizationId)
  const [zones, [row], [run]] = await db.batch([
    selectTimeZone(db, member.organizationId),
    selectPeriods(db, member.organizationId),
    db.select().from(retentionRuns).where(ofOrganization).orderBy(desc(retentionRuns.day)).limit(1),
  ])
  const { day } = dayOf(member.organizationId, zones)
  return { periods: periodsOf(row), effective_on: effectiveOn(row, day), last_run: run ? toRun(run) : null }
}

/** Sets the periods. Whoever has made a mistake has the rest of the day to see it: they hold from the next one on. */
export async function setRetention(periods: RetentionPeriods, call: Call): Promise<Retention> {
  const { db, member } = call
  const before = await getRetention(call)
  if (retainedKinds.every((kind) => before.periods[kind] === periods[kind])) return before

  const { day } = await today(db, member.organizationId)
  const changed = { ...periods, changed_on: day }
  const change = db
    .insert(retention)
    .values({ organization_id: member.organizationId, ...changed })
    .onConflictDoUpdate({ target: retention.organization_id, set: changed })
  await changeRecorded(call, [change], { action: 'retention_changed', target: 'retention', details: periods })
  return getRetention(call)
}

/** An organisation's row, as a statement. */
export const selectPeriods = (db: Database, organizationId: number) =>
  db.select().from(retention).where(eq(retention.organization_id, organizationId))

/** For how many days a row keeps each kind; for ever without one. */
export const periodsOf = (row: Row | undefined): RetentionPeriods =>
  row
    ? { conversations: row.conversations, generated_files: row.generated_files, audit_texts: row.audit_texts }
    : forEver

/** The moment before which nothing is kept on a day: its beginning, so many days earlier. */
export const expiredBefore = ({ timeZone, day }: OrganizationDay, days: number): string =>
  dayStart(timeZone, addDays(day, -days)).toISOString()

function effectiveOn(row: Row | undefined, day: string): string | null {
  const erasesSome = Object.values(periodsOf(row)).some((days) => days !== null)
  return row?.changed_on === day && erasesSome ? addDays(day, 1) : null
}

const toRun = (row: typeof retentionRuns.$inferSelect): RetentionRun => ({
  day: row.day,
  started_at: row.started_at,
  ended_at: row.ended_at,
  conversations: row.conversations,
  files: row.files,
  bytes: row.bytes,
  texts: row.texts,
  failed: row.failed,
})
