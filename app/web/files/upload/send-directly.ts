import type { StoredFile } from '~/contract/files.ts'
import type { ErrorCode } from '~/contract/errors.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { uploadFiles } from '../files.functions.ts'
import type { Connection } from './connection.ts'
import { UploadError } from './upload-error.ts'
import { notStarted } from './progress.ts'
import type { Sending } from './queue.ts'
import { requireReadable } from './readable.ts'

/**
 * Sends a small file in one call. It waits for the connection; what fails otherwise is left to its member to try again.
 * @throws UploadError, ApiError, or anything where there was no answer
 */
export async function sendDirectly(upload: Sending, connection: Connection): Promise<StoredFile> {
  const { file, groupId, source, key, signal, onProgress } = upload
  for (;;) {
    if (!connection.isOnline()) onProgress({ ...notStarted, step: 'interrupted' })
    await connection.untilOnline(signal)
    onProgress(notStarted)
    await requireReadable(file)
    const data = new FormData()
    data.set('group_id', String(groupId))
    data.set('source_type', source)
    data.set('files', file)
    try {
      const { files, failed } = await uploadFiles({ data, headers: idempotent(key), signal })
      if (files[0]) return files[0]
      throw new UploadError((failed[0]?.code as ErrorCode | undefined) ?? 'no_files', true)
    } catch (error) {
      if (error instanceof UploadError || connection.isOnline()) {
        await requireReadable(file)
        throw error
      }
    }
  }
}
