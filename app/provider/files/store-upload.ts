import { eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { StoredFile, UploadSource } from '~/contract/files.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files } from '~/provider/db/index.ts'
import { detectMimeType, sniffedBytes } from '~/provider/documents/mime.ts'
import { sendJob } from '~/provider/queue/job.ts'
import { requireAllowedText } from '~/provider/keywords/blocked.ts'
import { log } from '~/provider/log/log.ts'
import { deleteFileRow } from './delete.ts'
import { cleanFileName } from './file-name.ts'
import { newUpload } from './new-upload.ts'
import type { FileGroup } from './policy.ts'
import { toStoredFile } from './stored-file.ts'
import { acceptUpload, insertUpload } from './upload-row.ts'
import { nameOf } from './uploads-form.ts'

/**
 * Stores one uploaded file and queues it for processing. The row is first, so that bytes are never without one; it is
 * `uploading` until the bytes are there.
 * @throws ApiError `invalid_request` for a name of which nothing is left, `blocked_keyword`, `file_too_large`,
 *   `quota_exceeded`, or `cannot_upload`
 */
export async function storeUpload(
  upload: File,
  group: FileGroup,
  source: UploadSource,
  call: Call,
): Promise<StoredFile> {
  const { env } = call
  const file = await describe(upload, group, source, call)
  try {
    const reserved = await insertUpload(file, call.db)
    await env.FILES.put(file.object_key, upload, { httpMetadata: { contentType: file.mime_type } })
    const row = await acceptUpload(reserved, {}, call.db)
    if (!row) throw new Error('the file was deleted meanwhile')
    await sendJob(env, { kind: 'process_file', file_id: row.id })
    return toStoredFile({ ...row, group_type: group.group_type })
  } catch (cause) {
    await discard(file.object_key, call)
    throw cause instanceof ApiError ? cause : new ApiError('cannot_upload', undefined, { cause })
  }
}

async function describe(
  upload: File,
  group: FileGroup,
  source: UploadSource,
  call: Call,
): Promise<typeof files.$inferInsert> {
  const { env, member } = call
  const name = cleanFileName(nameOf(upload))
  if (name === '') throw new ApiError('invalid_request')
  await requireAllowedText(call, name)
  if (upload.size > limitsOf(env).fileBytes) throw new ApiError('file_too_large')
  const firstBytes = new Uint8Array(await upload.slice(0, sniffedBytes).arrayBuffer())
  return {
    ...newUpload(name, group, member, source),
    mime_type: detectMimeType(firstBytes, name),
    size: upload.size,
  }
}

/** Bytes first: should that fail as well, a row remains that its owner sees and can delete. */
async function discard(objectKey: string, { env, db }: Call): Promise<void> {
  try {
    await env.FILES.delete(objectKey)
    const row = await db.select().from(files).where(eq(files.object_key, objectKey)).get()
    if (row) await deleteFileRow(db, row)
  } catch (error) {
    log.error('upload_not_discarded', { cause: error })
  }
}
