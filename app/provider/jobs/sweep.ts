import { and, eq, lt, sql } from 'drizzle-orm'
import { endLeftAnswers } from '~/provider/chat/end-left-answers.ts'
import { type Database, files, idempotentCalls, now, openDatabase } from '~/provider/db/index.ts'
import { forgetExports } from '~/provider/exports/forget-exports.ts'
import { abortUpload } from '~/provider/files/multipart.ts'
import { log } from '~/provider/log/log.ts'
import { unindexedFiles } from '~/provider/search/unindexed-files.ts'
import { sweepSites } from '~/provider/webpages/sweep-sites.ts'
import { carryStoredBytes } from '~/provider/metrics/carry.ts'
import { queueEmbedding } from './embed-waiting.ts'
import { sendJob } from './job.ts'
import { abandonFile } from './process-file.ts'

type FileRow = typeof files.$inferSelect

const hour = 60 * 60 * 1000
/** An upload without a sign of life for so long is given up, and a pending file's job taken for lost. */
const patience = { uploading: 24 * hour, pending: hour }
/** So many lost jobs of one file are no accident. */
const mostRequeued = 3
/** Files of one run; what is left then is for the next. */
const mostFiles = 100
const mostCalls = 1000

/**
 * Clears up, every hour, what nobody finishes any more: removes uploads that were left, queues pending files again whose
 * job was lost, ends answers that nobody writes, and forgets exports that expired and answers of repeatable calls that are too old to be repeated; the metrics of a day that has
 * begun are opened. Safe to repeat. A file that cannot be settled is logged, left for the next run, and holds up no other.
 */
export async function sweep(env: Env): Promise<void> {
  const db = openDatabase(env.DB)
  for (const file of await leftFiles(db)) {
    try {
      await (file.status === 'uploading' ? removeUpload(file, env, db) : requeue(file, env, db))
    } catch (error) {
      log.error('file_not_swept', { file_id: file.id, cause: error })
    }
  }
  await endLeftAnswers(env)
  await forgetCalls(db)
  await forgetExports(db)
  await sweepSites(env)
  for (const id of await unindexedFiles(env.DB)) await sendJob(env, { kind: 'index_file_name', file_id: id })
  await queueEmbedding(env)
  await carryStoredBytes(db)
}

/** In the words of the index `unfinished_files`, so that SQLite takes it. */
const unfinished = sql`${files.status} IN ('uploading', 'pending')`

const leftFiles = (db: Database) =>
  db
    .select()
    .from(files)
    .where(
      and(
        unfinished,
        lt(files.updated_at, ago(patience.pending)),
        sql`(${files.status} = 'pending' OR ${files.updated_at} < ${ago(patience.uploading)})`,
      ),
    )
    .orderBy(files.updated_at)
    .limit(mostFiles)

/** Takes the upload off the row first, so that nobody completes it while its bytes go. */
async function removeUpload({ id, object_key, upload_id, updated_at }: FileRow, env: Env, db: Database): Promise<void> {
  const untouched = and(eq(files.id, id), eq(files.status, 'uploading'), eq(files.updated_at, updated_at))
  const [taken] = await db.update(files).set({ upload_id: null }).where(untouched).returning({ id: files.id })
  if (!taken) return
  if (upload_id !== null) await abortUpload(env, object_key, upload_id)
  await env.FILES.delete(object_key)
  await db.delete(files).where(untouched)
  log.info('upload_swept', { file_id: id })
}

async function requeue({ id, requeued }: FileRow, env: Env, db: Database): Promise<void> {
  if (requeued < mostRequeued) {
    await sendJob(env, { kind: 'process_file', file_id: id })
    await db
      .update(files)
      .set({ requeued: requeued + 1, updated_at: now() })
      .where(and(eq(files.id, id), eq(files.status, 'pending')))
  } else {
    await abandonFile(env, id)
    // Whoever has it processed again gets as much patience.
    await db.update(files).set({ requeued: 0 }).where(eq(files.id, id))
  }
}

/** A call may be repeated for a day (`api/idempotency.ts`). */
const forgetCalls = (db: Database) =>
  db.run(sql`
    DELETE FROM idempotent_calls WHERE (user_id, key) IN (
      SELECT user_id, key FROM ${idempotentCalls} WHERE created_at < ${ago(24 * hour)} LIMIT ${mostCalls}
    )`)

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
