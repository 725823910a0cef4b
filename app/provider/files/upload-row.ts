import { and, eq, sql } from 'drizzle-orm'
import { type Database, files, now, uploadParts } from '~/provider/db/index.ts'
import type { Call } from '~/provider/api/serve.ts'
import { storedBytesChanged } from '~/provider/metrics/count.ts'
import { today } from '~/provider/time/today.ts'
import { requireUploadQuota, uploadQuotaGuard } from '~/provider/metrics/upload-quota.ts'
import { requireUploadRate, uploadRateGuard } from './upload-rate.ts'

type FileRow = typeof files.$inferSelect
type UploadRow = Pick<FileRow, 'id' | 'organization_id' | 'size' | 'upload_id'>

/**
 * Writes the row of an upload that fits the organisation's quotas; until its bytes are there, it keeps their place.
 * @param call the one that uploads it, whose member's rate it has to fit too; none for what an answer made
 * @throws ApiError `quota_exceeded`, or `rate_limited`
 */
export async function insertUpload(file: typeof files.$inferInsert, db: Database, call?: Call): Promise<FileRow> {
  const demand = { bytes: file.size, isNew: true }
  const day = await today(db, file.organization_id)
  try {
    const guards = call ? [uploadRateGuard(call)] : []
    const insertion = db.insert(files).values(file).returning()
    const [, [row]] = await db.batch([uploadQuotaGuard(db, day, demand), insertion, ...guards])
    return row!
  } catch (error) {
    if (call) await requireUploadRate(call, 1)
    await requireUploadQuota(db, file.organization_id, demand)
    throw error
  }
}

/** The row that an earlier run of the same call wrote, whose answer was lost. */
export const earlierUpload = (objectKey: string, db: Database): Promise<FileRow | undefined> =>
  db.select().from(files).where(eq(files.object_key, objectKey)).get()

/**
 * Keeps a place for the bytes that an upload turned out to have beyond those that were announced.
 * @throws ApiError `quota_exceeded`
 */
export async function growUpload(
  { id, organization_id, size }: UploadRow,
  actual: number,
  db: Database,
): Promise<void> {
  if (actual <= size) return
  const demand = { bytes: actual - size, isNew: false }
  const day = await today(db, organization_id)
  try {
    await db.batch([uploadQuotaGuard(db, day, demand), db.update(files).set({ size: actual }).where(isUpload(id))])
  } catch (error) {
    await requireUploadQuota(db, organization_id, demand)
    throw error
  }
}

/**
 * Makes a stored file of an upload whose bytes are there, and counts them.
 * @param known what the row did not know before
 * @returns undefined where it is not this upload any more
 */
export async function acceptUpload(
  { id, organization_id, upload_id }: UploadRow,
  known: Partial<Pick<FileRow, 'size' | 'mime_type'>>,
  db: Database,
): Promise<FileRow | undefined> {
  const size = known.size === undefined ? sql`size` : sql`${known.size}`
  const untouched = and(isUpload(id), sql`${files.upload_id} IS ${upload_id}`)
  const [, [row]] = await db.batch([
    storedBytesChanged(db, await today(db, organization_id), sql`SELECT ${size} FROM files WHERE ${untouched}`),
    db
      .update(files)
      .set({ ...known, status: 'pending', upload_id: null, updated_at: now() })
      .where(untouched)
      .returning(),
    db.delete(uploadParts).where(eq(uploadParts.file_id, id)),
  ])
  return row
}

/** Takes back that an upload was accepted. */
export async function reopenUpload({ id, organization_id, upload_id }: UploadRow, db: Database): Promise<void> {
  const accepted = and(eq(files.id, id), sql`${files.status} = 'pending'`)
  await db.batch([
    storedBytesChanged(db, await today(db, organization_id), sql`SELECT -size FROM files WHERE ${accepted}`),
    db.update(files).set({ status: 'uploading', upload_id }).where(accepted),
  ])
}

const isUpload = (id: number) => and(eq(files.id, id), sql`${files.status} = 'uploading'`)
