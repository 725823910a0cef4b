import { ApiError } from '~/contract/errors.ts'
import type { FileReason, FileStatus } from '~/contract/files.ts'

/** A file of the question, as the library has it. */
export interface AttachedFile {
  file_id: number
  file_name: string
  mime_type: string
  /** Bytes. */
  size: number
  object_key: string
  status: FileStatus
  status_reason: FileReason | null
}

/** The attached files that the member may read, in the order of attaching. */
export async function attachedFiles(
  db: D1Database,
  { fileIds, groupIds }: { fileIds: number[]; groupIds: number[] },
): Promise<AttachedFile[]> {
  const { results } = await db
    .prepare(
      `SELECT files.id AS file_id, files.name AS file_name, files.mime_type, files.size, files.object_key,
              files.status, files.status_reason
       FROM json_each(?1) AS attached JOIN files ON files.id = attached.value
       WHERE files.group_id IN (SELECT value FROM json_each(?2)) ORDER BY attached.key`,
    )
    .bind(JSON.stringify(fileIds), JSON.stringify(groupIds))
    .all<AttachedFile>()
  return results
}

/**
 * A file's bytes as they come.
 *
 * @throws ApiError `does_not_exist` when it was deleted meanwhile
 */
export async function streamOf(bucket: R2Bucket, { object_key }: AttachedFile): Promise<ReadableStream<Uint8Array>> {
  const object = await bucket.get(object_key)
  if (!object) throw new ApiError('does_not_exist')
  return object.body
}
