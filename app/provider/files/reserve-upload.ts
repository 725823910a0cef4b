import type { ParsedOf, ResultOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { reserveUpload as endpoint, UploadSource } from '~/contract/files.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { requireAllowedText } from '~/provider/keywords/blocked.ts'
import { cleanFileName } from './file-name.ts'
import { type OpenUpload, requireOpen } from './multipart.ts'
import { newUpload, uploadName } from './new-upload.ts'
import { partUrl, wholeFile } from './part-url.ts'
import type { FileGroup } from './policy.ts'
import { requireUploadRate } from './upload-rate.ts'
import { earlierUpload, insertUpload } from './upload-row.ts'
import { writableGroup } from './writable-group.ts'

/**
 * Writes the row of a file to be and opens the multipart upload for its bytes.
 * @throws ApiError `operation_not_authorized` for a group that the member may not write, `invalid_request` for a name of
 * which nothing is left, `blocked_keyword`, `file_too_large`, `rate_limited`, or `quota_exceeded`
 */
export async function reserveUpload(
  { query }: ParsedOf<typeof endpoint>,
  call: Call,
): Promise<ResultOf<typeof endpoint>> {
  const group = await writableGroup(query, call)
  const name = cleanFileName(query.file_name)
  if (name === '')
    throw new ApiError('invalid_request', undefined, { message: 'file_name has no character that a name may have.' })
  await requireAllowedText(call, name)
  const size = query.file_size ?? 0
  if (size > limitsOf(call.env).fileBytes) throw new ApiError('file_too_large')

  const fingerprint = JSON.stringify([group.group_id, name, size])
  return withIdempotencyKey(call, 'reserveUpload', fingerprint, async () => {
    await requireUploadRate(call, 1)
    const upload = await open({ name, size, source: query.source_type }, group, call)
    const { id, mime_type, source, created_at } = upload
    return {
      url: await partUrl(upload, wholeFile, call),
      file: { id, mime_type, name, source_type: source, created_at },
    }
  })
}

interface Wanted {
  name: string
  size: number
  source: UploadSource
}

/** The multipart upload is first: without a row it holds nothing, and R2 drops it after a week. */
async function open({ name, size, source }: Wanted, group: FileGroup, call: Call): Promise<OpenUpload> {
  const { env, member } = call
  const file = newUpload(name, group, member, source, uploadName(call, JSON.stringify([name, size])))
  // Of a run whose answer was lost.
  const earlier = call.request.headers.has('idempotency-key')
    ? await earlierUpload(file.object_key, call.db)
    : undefined
  if (earlier) return requireOpen(earlier)
  const { uploadId } = await env.FILES.createMultipartUpload(file.object_key)
  // The media type, until there are bytes to tell it by.
  const mime_type = 'application/octet-stream'
  return requireOpen(await insertUpload({ ...file, mime_type, size, upload_id: uploadId }, call.db, call))
}
