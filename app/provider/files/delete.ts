import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Call } from '~/provider/api/serve.ts'
import { type Database, files } from '~/provider/db/index.ts'
import { storedBytesChanged } from '~/provider/metrics/count.ts'
import { today } from '~/provider/time/today.ts'
import { findFile, removeFromIndex, removeLeftText } from '~/provider/search/index-file.ts'
import { abortUpload } from './multipart.ts'
import { findChangeableFile } from './stored-file.ts'
import { thumbnailKey } from './thumbnail.ts'

/**
 * Deletes a file of the caller's.
 * @throws ApiError `does_not_exist`, or `operation_not_authorized` for a file that the member may only read
 */
export async function deleteFile(id: number, { env, db, member }: Call): Promise<void> {
  await removeFile(env, db, await findChangeableFile(db, member, id))
}

/**
 * Removes a file: from the index, so that no answer cites what is about to go; its bytes; then its row. As long as
 * anything is left the row is, and it can be repeated.
 * @param also statements that go into the transaction of the row, just before it goes
 */
export async function removeFile(
  env: Env,
  db: Database,
  file: typeof files.$inferSelect,
  also: BatchItem<'sqlite'>[] = [],
): Promise<void> {
  await removeFromIndex(env, file.id)
  if (file.upload_id !== null) await abortUpload(env, file.object_key, file.upload_id)
  await env.FILES.delete([file.object_key, thumbnailKey(file)])
  const text = await findFile(env, file.id)
  await deleteFileRow(db, file, also)
  // What a job has written meanwhile.
  if (text) await removeLeftText(env, text)
}

/** Deletes the row alone. */
export async function deleteFileRow(
  db: Database,
  { id, organization_id }: Pick<typeof files.$inferSelect, 'id' | 'organization_id'>,
  also: BatchItem<'sqlite'>[] = [],
): Promise<void> {
  const stored = sql`SELECT -size FROM files WHERE id = ${id} AND status <> 'uploading'`
  await db.batch([
    storedBytesChanged(db, await today(db, organization_id), stored),
    ...also,
    db.delete(files).where(eq(files.id, id)),
  ])
}
