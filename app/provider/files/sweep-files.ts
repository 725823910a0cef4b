import { and, eq, lt, sql } from 'drizzle-orm'
import { type Database, files, now, openDatabase } from '~/provider/db/index.ts'
import { log } from '~/provider/log/log.ts'
import { sendJob } from '~/provider/queue/job.ts'
import { abortUpload } from './multipart.ts'
import { abandonFile } from './processing/process-file.ts'

type FileRow = typeof files.$inferSelect

const hour = 60 * 60 * 1000
/** An upload without a sign of life for this long is given up, and a pending file's job taken for lost. */
const timeoutMs = { uploading: 24 * hour, pending: hour }
/** A file that lost more jobs than this is given up: its content is probably what ends them. */
const maxRequeued = 3
/** Files of one run. */
const maxFiles = 100

/**
 * Removes uploads that were left unfinished, and queues pending files again whose job was lost. Safe to repeat. A file that
 * cannot be settled is logged, left for the next run, and holds up no other.
 * @returns whether another run would settle more
 */
export async function sweepFiles(env: Env): Promise<boolean> {
  const db = openDatabase(env.DB)
  let settled = 0
  for (const file of await leftFiles(db)) {
    try {
      await (file.status === 'uploading' ? removeUpload(file, env, db) : requeue(file, env, db))
      settled += 1
    } catch (error) {
      log.error('file_not_swept', { file_id: file.id, cause: error })
    }
  }
  // Where some cannot be, it would be they again.
  return settled === maxFiles
}

/** In the words of the index `unfinished_files`, so that SQLite uses it. */
const unfinished = sql`${files.status} IN ('uploading', 'pending')`

const leftFiles = (db: Database) =>
  db
    .select()
    .from(files)
    .where(
      and(
        unfinished,
        lt(files.updated_at, ago(timeoutMs.pending)),
        sql`(${files.status} = 'pending' OR ${files.updated_at} < ${ago(timeoutMs.uploading)})`,
      ),
    )
    .orderBy(files.updated_at)
    .limit(maxFiles)

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
  if (requeued < maxRequeued) {
    await sendJob(env, { kind: 'process_file', file_id: id })
    await db
      .update(files)
      .set({ requeued: requeued + 1, updated_at: now() })
      .where(and(eq(files.id, id), eq(files.status, 'pending')))
  } else {
    await abandonFile(env, id)
    // Whoever has it processed again gets as many tries.
    await db.update(files).set({ requeued: 0 }).where(eq(files.id, id))
  }
}

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
