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
import { newUpload, uploadName } from './new-upload.ts'
import type { FileGroup } from './policy.ts'
import { toStoredFile } from './stored-file.ts'
import { acceptUpload, earlierUpload, insertUpload } from './upload-row.ts'
import type { FormFile } from './uploads-form.ts'

type NewFile = typeof files.$inferInsert

/**
 * Stores one uploaded file and queues it for processing. The row is first, so that bytes are never without one; it is
 * `uploading` until the bytes are there. What an earlier run of the same call has left is completed.
 * @param mark tells the file apart from all others of the member's calls with the same key
 * @throws ApiError `invalid_request` for a name of which nothing is left, `blocked_keyword`, `file_too_large`,
 *   `quota_exceeded`, or `cannot_upload`
 */
export async function storeUpload(
  upload: FormFile,
  group: FileGroup,
  source: UploadSource,
  mark: string,
  call: Call,
): Promise<StoredFile> {
  const { env, db, request } = call
  const file = await describe(upload, group, source, mark, call)
  const earlier = request.headers.has('idempotency-key') ? await earlierUpload(file.object_key, db) : undefined
  const complete = async () => {
    const reserved = earlier ?? (await insertUpload(file, db, call))
    await putPieces(env, file, upload)
    return (await acceptUpload(reserved, {}, db)) ?? (earlier && earlierUpload(file.object_key, db))
  }
  try {
    const row = earlier && earlier.status !== 'uploading' ? earlier : await complete()
    if (!row) throw new Error('the file was deleted meanwhile')
    await sendJob(env, { kind: 'process_file', file_id: row.id })
    return toStoredFile({ ...row, group_type: group.group_type })
  } catch (cause) {
    // Another run may be at what was there before.
    if (!earlier) await discard(file.object_key, call)
    throw cause instanceof ApiError ? cause : new ApiError('cannot_upload', undefined, { cause })
  }
}

async function describe(
  upload: FormFile,
  group: FileGroup,
  source: UploadSource,
  mark: string,
  call: Call,
): Promise<NewFile> {
  const { env, member } = call
  const name = cleanFileName(upload.name)
  if (name === '') throw new ApiError('invalid_request')
  await requireAllowedText(call, name)
  if (upload.size > limitsOf(env).fileBytes) throw new ApiError('file_too_large')
  return {
    ...newUpload(name, group, member, source, uploadName(call, mark)),
    mime_type: detectMimeType(beginningOf(upload), name),
    size: upload.size,
  }
}

/** The first bytes, by which a media type is told. */
function beginningOf({ pieces }: FormFile): Uint8Array {
  const beginning: number[] = []
  for (const piece of pieces) {
    if (beginning.length >= sniffedBytes) break
    beginning.push(...piece.subarray(0, sniffedBytes - beginning.length))
  }
  return Uint8Array.from(beginning)
}

/** Hands the pieces on one by one: put together they would be there twice. */
async function putPieces(env: Env, { object_key, mime_type }: NewFile, { size, pieces }: FormFile): Promise<void> {
  const { readable, writable } = new FixedLengthStream(size)
  const stored = env.FILES.put(object_key, readable, { httpMetadata: { contentType: mime_type } })
  await Promise.all([stored, write(pieces, writable)])
}

async function write(pieces: Uint8Array[], writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter()
  for (const piece of pieces) await writer.write(piece)
  await writer.close()
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
