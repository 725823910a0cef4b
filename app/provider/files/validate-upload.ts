import { eq } from 'drizzle-orm'
import { ApiError, hasCode } from '~/contract/errors.ts'
import { type StoredFile, uploadPartBytes } from '~/contract/files.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { uploadParts } from '~/provider/db/index.ts'
import { detectMimeType, sniffedBytes } from '~/provider/documents/mime.ts'
import { sendJob } from '~/provider/queue/job.ts'
import {
  abortUpload,
  arrivedParts,
  isInvalidPart,
  isNoSuchUpload,
  multipartOf,
  type OpenUpload,
  requireOpen,
} from './multipart.ts'
import { deleteFileRow } from './delete.ts'
import { findUpload } from './own-upload.ts'
import type { ArrivedPart } from './r2-s3.ts'
import { toStoredFile } from './stored-file.ts'
import { acceptUpload, growUpload, reopenUpload } from './upload-row.ts'

/**
 * Completes an upload whose bytes have arrived and queues the file for processing. Safe to repeat, at the same time too:
 * whoever comes second gets the file as the first one left it.
 * @throws ApiError `does_not_exist`, `wrong_file_status` while bytes are missing, `file_too_large` or `quota_exceeded` (and
 * the upload is gone), or `cannot_upload` when storage or queue fail; the call may be repeated then
 */
export async function validateUpload(id: number, call: Call): Promise<StoredFile> {
  const file = await findUpload(id, call)
  if (file.status !== 'uploading') return toStoredFile(file)
  try {
    await complete(requireOpen(file), call)
  } catch (error) {
    if (!hasCode(error, 'wrong_file_status')) throw error
    const after = await findUpload(id, call)
    if (after.status === 'uploading') throw error
    return toStoredFile(after)
  }
  return toStoredFile(await findUpload(id, call))
}

async function complete(upload: OpenUpload, call: Call): Promise<void> {
  const { size } = await assembled(upload, call)
  await keepPlace(upload, size, call)
  const mimeType = detectMimeType(await firstBytes(upload, size, call), upload.name)
  await accept(upload, { size, mime_type: mimeType }, call)
}

/** The object of all parts. Completing comes before the row is changed, so it may have happened to an earlier call. */
async function assembled(upload: OpenUpload, call: Call): Promise<{ size: number }> {
  const { env, db } = call
  const before = await env.FILES.head(upload.object_key)
  if (before) return before
  const parts = await arrivedParts(env, db, upload)
  const size = sizeOf(parts)
  if (size > limitsOf(env).fileBytes) {
    await discard(upload, call)
    throw new ApiError('file_too_large')
  }
  if (!isWhole(parts, upload.size)) throw new ApiError('wrong_file_status')
  return size === 0 ? putEmpty(upload, call) : assemble(upload, parts, call)
}

const sizeOf = (parts: ArrivedPart[]) => parts.reduce((sum, { size }) => sum + size, 0)

/** Whether no part is missing. An announced size (0: none was) is what the parts have to add up to. */
function isWhole(parts: ArrivedPart[], announced: number): boolean {
  if (parts.length === 0 || parts.some(({ number }, index) => number !== index + 1)) return false
  // R2 wants all parts but the last to be of one size.
  if (parts.slice(0, -1).some(({ size }) => size !== uploadPartBytes)) return false
  return announced === 0 || sizeOf(parts) === announced
}

async function assemble(upload: OpenUpload, parts: ArrivedPart[], { env, db }: Call): Promise<{ size: number }> {
  const filled = parts.filter(({ size }) => size > 0)
  try {
    return await multipartOf(env, upload).complete(filled.map(({ number, etag }) => ({ partNumber: number, etag })))
  } catch (cause) {
    const other = isNoSuchUpload(cause) ? await env.FILES.head(upload.object_key) : null
    if (other) return other
    // Two requests wrote one part at a time, and another was noted than was stored last: what is there cannot be known.
    if (isInvalidPart(cause)) await db.delete(uploadParts).where(eq(uploadParts.file_id, upload.id))
    const wrong = isNoSuchUpload(cause) || isInvalidPart(cause)
    throw new ApiError(wrong ? 'wrong_file_status' : 'cannot_upload', undefined, { cause })
  }
}

async function putEmpty({ object_key, upload_id }: OpenUpload, { env }: Call): Promise<{ size: number }> {
  await env.FILES.put(object_key, '')
  await abortUpload(env, object_key, upload_id)
  return { size: 0 }
}

async function firstBytes({ object_key }: OpenUpload, size: number, { env }: Call): Promise<Uint8Array> {
  if (size === 0) return new Uint8Array()
  const object = await env.FILES.get(object_key, { range: { offset: 0, length: Math.min(size, sniffedBytes) } })
  if (!object) throw new ApiError('wrong_file_status')
  return object.bytes()
}

/** For an upload whose size was not announced. */
async function keepPlace(upload: OpenUpload, size: number, call: Call): Promise<void> {
  try {
    await growUpload(upload, size, call.db)
  } catch (error) {
    if (hasCode(error, 'quota_exceeded')) await discard(upload, call)
    throw error
  }
}

/** Of several calls one has the row, and queues. Should the queue fail, the row is an upload again that can be validated. */
async function accept(upload: OpenUpload, known: { size: number; mime_type: string }, call: Call): Promise<void> {
  try {
    if (!(await acceptUpload(upload, known, call.db))) throw new ApiError('wrong_file_status')
  } catch (error) {
    // The database may have done it all the same; then nobody but this call would queue.
    if (error instanceof ApiError || (await findUpload(upload.id, call)).status !== 'pending') throw error
  }
  try {
    await sendJob(call.env, { kind: 'process_file', file_id: upload.id })
  } catch (cause) {
    await reopenUpload(upload, call.db)
    throw new ApiError('cannot_upload', undefined, { cause })
  }
}

async function discard(upload: OpenUpload, { env, db }: Call): Promise<void> {
  await abortUpload(env, upload.object_key, upload.upload_id)
  await env.FILES.delete(upload.object_key)
  await deleteFileRow(db, upload)
}
