import { eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files, now } from '~/provider/db/index.ts'
import { detectMimeType, sniffedBytes } from '~/provider/documents/mime.ts'
import { sendJob } from '~/provider/jobs/job.ts'
import { cleanFileName } from './file-name.ts'
import { newUpload } from './new-upload.ts'
import type { FileGroup } from './policy.ts'
import { toStoredFile } from './stored-file.ts'
import { nameOf } from './uploads-form.ts'

/**
 * Stores one uploaded file and queues it for processing. The row is first, so that bytes are never without one; it is
 * `uploading` until the bytes are there.
 * @throws ApiError `invalid_request` for a name of which nothing is left, `file_too_large`, or `cannot_upload`
 */
export async function storeUpload(upload: File, group: FileGroup, call: Call): Promise<StoredFile> {
  const { env, db } = call
  const file = await describe(upload, group, call)
  try {
    const { id } = await db.insert(files).values(file).returning({ id: files.id }).get()
    await env.FILES.put(file.object_key, upload, { httpMetadata: { contentType: file.mime_type } })
    const pending = { status: 'pending', updated_at: now() } as const
    const row = await db.update(files).set(pending).where(eq(files.id, id)).returning().get()
    await sendJob(env, { kind: 'process_file', file_id: id })
    return toStoredFile({ ...row, group_type: group.group_type })
  } catch (cause) {
    await discard(file.object_key, call)
    throw new ApiError('cannot_upload', undefined, { cause })
  }
}

async function describe(upload: File, group: FileGroup, { env, member }: Call): Promise<typeof files.$inferInsert> {
  const name = cleanFileName(nameOf(upload))
  if (name === '') throw new ApiError('invalid_request')
  if (upload.size > limitsOf(env).fileBytes) throw new ApiError('file_too_large')
  const firstBytes = new Uint8Array(await upload.slice(0, sniffedBytes).arrayBuffer())
  return {
    ...newUpload(name, group, member),
    mime_type: detectMimeType(firstBytes, name),
    size: upload.size,
  }
}

/** Bytes first: should that fail as well, a row remains that its owner sees and can delete. */
async function discard(objectKey: string, { env, db }: Call): Promise<void> {
  try {
    await env.FILES.delete(objectKey)
    await db.delete(files).where(eq(files.object_key, objectKey))
  } catch (error) {
    console.error(JSON.stringify({ level: 'error', event: 'upload_not_discarded', cause: String(error) }))
  }
}
