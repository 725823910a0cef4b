import type { Attachment } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import { type Database, files, openDatabase } from '~/provider/db/index.ts'
import type { ProductSource } from '~/provider/db/product-sources.ts'
import { detectMimeType, sniffedBytes } from '~/provider/documents/mime.ts'
import { sendJob } from '~/provider/queue/job.ts'
import { deleteFileRow } from './delete.ts'
import { cleanFileName } from './file-name.ts'
import { newUpload } from './new-upload.ts'
import { acceptUpload, insertUpload } from './upload-row.ts'

/** A file that an answer made; its media type is that of its name. */
export interface GeneratedFile {
  name: string
  bytes: Uint8Array
  description: string
  /** `sandbox` for what SQL over attached tables led to; `generated` where it is left out. */
  source?: ProductSource
}

/** Whose library: the asking member, and the private group of theirs. */
interface Owner {
  organizationId: number
  userId: number
  groupId: number
}

/**
 * Stores a file that an answer made, in the library of who asked, and queues it for processing as if it were uploaded.
 *
 * @throws ApiError `quota_exceeded`, or `cannot_upload`
 */
export async function storeGenerated(env: Env, owner: Owner, made: GeneratedFile): Promise<Attachment> {
  const db = openDatabase(env.DB)
  const group = { organization_id: owner.organizationId, group_id: owner.groupId }
  const name = cleanFileName(made.name)
  const file = {
    ...newUpload(name, group, { id: owner.userId }, made.source ?? 'generated'),
    description: made.description,
    mime_type: detectMimeType(made.bytes.subarray(0, sniffedBytes), name),
    size: made.bytes.byteLength,
  }
  const reserved = await insertUpload(file, db)
  try {
    await env.FILES.put(file.object_key, made.bytes, { httpMetadata: { contentType: file.mime_type } })
    const row = await acceptUpload(reserved, {}, db)
    if (!row) throw new Error('the file was deleted meanwhile')
    await sendJob(env, { kind: 'process_file', file_id: row.id })
    return { id: row.id, name: row.name, mime_type: row.mime_type, size: row.size }
  } catch (cause) {
    await discard(env, db, reserved)
    throw new ApiError('cannot_upload', undefined, { cause })
  }
}

/** The sweeper takes what this leaves. */
async function discard(env: Env, db: Database, row: typeof files.$inferSelect): Promise<void> {
  await env.FILES.delete(row.object_key)
  await deleteFileRow(db, row)
}
