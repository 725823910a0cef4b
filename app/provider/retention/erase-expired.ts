import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { RetainedKind } from '~/contract/retention.ts'
import { appendAction } from '~/provider/audits/append.ts'
import { type Database, files, now, openDatabase, organizations, retentionRuns, users } from '~/provider/db/index.ts'
import { removeFile } from '~/provider/files/delete.ts'
import { log } from '~/provider/log/log.ts'
import { memberObject } from '~/provider/member/stub.ts'
import { callObject } from '~/provider/objects/call.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import type { Organization } from '~/provider/organization/chain.ts'
import { type Job, sendJob } from '~/provider/queue/job.ts'
import { expiredFiles, isFree } from './expired-files.ts'
import { heldUsers } from './holds.ts'
import { expiredBefore, periodsOf, selectPeriods } from './periods.ts'

type Run = typeof retentionRuns.$inferSelect

/** Members whose conversations, and files, one delivery looks at. */
const perStep = { members: 100, files: 25 }

/** What a step of a run has to know. */
interface Step {
  env: Env
  db: Database
  run: Run
  organization: Organization
  /** Nothing older is kept. */
  before: string
}

/** What a step has done: what to add to the run, and where the next one goes on; none where its kind is done. */
interface Done {
  counts?: Partial<Record<'conversations' | 'texts' | 'failed', number>>
  position?: number | undefined
}

/**
 * Does the next step of a day's run, and queues the one after it. Periods and holds are read at every step, so that whoever
 * changes them stops what is still to come. Safe to repeat: what is erased is counted where it goes, once.
 */
export async function eraseExpired(env: Env, job: Extract<Job, { kind: 'erase_expired' }>): Promise<void> {
  const db = openDatabase(env.DB)
  const { organization_id, day } = job
  const ofRun = isRun(job)
  const [[run], [organization], [row]] = await db.batch([
    db.select().from(retentionRuns).where(ofRun),
    db
      .select({ id: organizations.id, key: organizations.object_key, timeZone: organizations.time_zone })
      .from(organizations)
      .where(eq(organizations.id, organization_id)),
    selectPeriods(db, organization_id),
  ])
  if (!run || !organization || run.ended_at !== null) return
  if (run.step === 'end') return end({ env, db, run, organization })

  const days = row && row.changed_on < day ? periodsOf(row)[run.step] : null
  const today = { organizationId: organization.id, timeZone: organization.timeZone, day }
  const done =
    days === null ? {} : await steps[run.step]({ env, db, run, organization, before: expiredBefore(today, days) })
  const [taken] = await db
    .update(retentionRuns)
    .set({ ...progressOf(run, done), active_at: now() })
    .where(and(ofRun, eq(retentionRuns.step, run.step), eq(retentionRuns.position, run.position)))
    .returning({ step: retentionRuns.step })
  // Otherwise another delivery has done the same and goes on.
  if (taken) await sendJob(env, job)
}

const next = { conversations: 'generated_files', generated_files: 'audit_texts', audit_texts: 'end' } as const

function progressOf({ step }: Run, { counts = {}, position }: Done): SQLiteUpdateSetSource<typeof retentionRuns> {
  const added = Object.entries(counts).map(([column, count]) => [column, sql`${sql.identifier(column)} + ${count}`])
  return {
    ...Object.fromEntries(added),
    ...(position === undefined ? { step: next[step as RetainedKind], position: 0 } : { position }),
  }
}

const steps: Record<RetainedKind, (step: Step) => Promise<Done>> = {
  /** Of some members, those without an object of their own left out: they have never asked. */
  async conversations({ env, db, run, organization, before }) {
    const members = await db
      .select({ id: users.id, key: users.object_key })
      .from(users)
      .where(
        and(
          eq(users.organization_id, organization.id),
          sql`${users.id} > ${run.position}`,
          isNotNull(users.uid),
          isNull(users.held_at),
        ),
      )
      .orderBy(users.id)
      .limit(perStep.members)
    const erased = await Promise.all(
      members.map(({ id, key }) =>
        eraseUnused(env, key, { before, run: run.day }).catch((cause: unknown) => {
          log.error('conversations_not_erased', { user_id: id, cause })
          return undefined
        }),
      ),
    )
    return {
      counts: {
        conversations: erased.reduce<number>((sum, count) => sum + (count ?? 0), 0),
        failed: erased.filter((count) => count === undefined).length,
      },
      position: members.length === perStep.members ? members.at(-1)!.id : undefined,
    }
  },

  async generated_files({ env, db, run, organization, before }) {
    const expired = await db
      .select({ file: files })
      .from(files)
      .leftJoin(users, eq(users.id, files.uploaded_by))
      .where(and(expiredFiles(organization.id, before), isFree, sql`${files.id} > ${run.position}`))
      .orderBy(files.id)
      .limit(perStep.files)
    let failed = 0
    for (const { file } of expired) {
      try {
        await removeFile(env, db, file, [countFile(db, run, file.id)])
      } catch (cause) {
        log.error('file_not_erased', { file_id: file.id, cause })
        failed++
      }
    }
    return { counts: { failed }, position: expired.length === perStep.files ? expired.at(-1)!.file.id : undefined }
  },

  async audit_texts({ env, db, run, organization, before }) {
    const held = await heldUsers(db, organization.id)
    const source = `retention:${run.day}:texts`
    const texts = await callObject(() =>
      organizationObject(env, organization.key).eraseTexts(organization, { before, held, source }),
    )
    return { counts: { texts } }
  },
}

/** @returns how many conversations of the member the run has erased */
async function eraseUnused(env: Env, key: string, wanted: { before: string; run: string }): Promise<number> {
  for (;;) {
    const { erased, more } = await callObject(() => memberObject(env, { key }).eraseUnused(wanted))
    if (!more) return erased
  }
}

/** Counts a file in the transaction of its row, so that one that is removed again is counted once. */
const countFile = (db: Database, run: Run, id: number) =>
  db
    .update(retentionRuns)
    .set({
      files: sql`files + 1`,
      bytes: sql`bytes + (SELECT size FROM files WHERE id = ${id})`,
    })
    .where(and(isRun(run), sql`EXISTS (SELECT 1 FROM files WHERE id = ${id})`))

/** Tells the chain what went; of texts it knows already. */
async function end({ env, db, run, organization }: Omit<Step, 'before'>): Promise<void> {
  const { organization_id, day, conversations, files, bytes } = run
  const record = (action: 'conversations_erased' | 'files_erased', details: Record<string, number | string>) =>
    appendAction(env, organization, {
      source: `retention:${day}:${action}`,
      user_id: 0,
      user_email: '',
      action,
      target: day,
      details: JSON.stringify(details),
    })
  if (conversations > 0) await record('conversations_erased', { conversations })
  if (files > 0) await record('files_erased', { files, bytes })
  await db.update(retentionRuns).set({ ended_at: now(), active_at: now() }).where(isRun(run))
  log.info('retention_run_ended', { organization_id, day, conversations, files, texts: run.texts, failed: run.failed })
}

const isRun = ({ organization_id, day }: Pick<Run, 'organization_id' | 'day'>) =>
  and(eq(retentionRuns.organization_id, organization_id), eq(retentionRuns.day, day))
