import { and, eq, lt, or } from 'drizzle-orm'
import { silentProcessing } from '~/contract/defaults.ts'
import { ApiError } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files, now } from '~/provider/db/index.ts'
import { sendJob } from '~/provider/queue/job.ts'
import { findChangeableFile, toStoredFile } from './stored-file.ts'

/**
 * Queues a file once more whose processing failed, or seems to be lost.
 * @throws ApiError `does_not_exist`, `operation_not_authorized` for a file that the member may only read, or
 *   `bad_file_operation_state` for one that is done, or is about to be
 */
export async function processAgain(id: number, { env, db, member }: Call): Promise<StoredFile> {
  const file = await findChangeableFile(db, member, id)
  const pending = { status: 'pending', status_reason: null, updated_at: now() } as const
  const { status, status_reason, updated_at } = file
  try {
    // Of several calls at a time one changes the row, and queues.
    const [row] = await db
      .update(files)
      .set(pending)
      .where(and(eq(files.id, id), or(eq(files.status, 'failed'), isSilent())))
      .returning()
    if (!row) throw new ApiError('bad_file_operation_state')
    await sendJob(env, { kind: 'process_file', file_id: id })
    return toStoredFile({ ...row, group_type: file.group_type })
  } catch (error) {
    // Without a job it is as before, and can be tried again.
    if (!(error instanceof ApiError) && status !== 'done')
      await db
        .update(files)
        .set({ status, status_reason, updated_at })
        .where(and(eq(files.id, id), eq(files.status, 'pending')))
    throw error
  }
}

const isSilent = () =>
  and(eq(files.status, 'pending'), lt(files.updated_at, new Date(Date.now() - silentProcessing).toISOString()))
