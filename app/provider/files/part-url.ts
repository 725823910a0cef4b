import { uploadPartBytes } from '~/contract/files.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import type { OpenCall } from '~/provider/api/serve.ts'
import type { OpenUpload } from './multipart.ts'
import { s3Of } from './r2-s3.ts'
import { grantSeconds, presignUrl } from './presigned-urls.ts'

/** The number of a part that is all bytes of a file in one request. */
export const wholeFile = 0

/** The parts that a file of this many bytes has. */
export const partCount = (size: number) => Math.max(1, Math.ceil(size / uploadPartBytes))

/**
 * The signed address that takes one part of an upload by PUT, for an hour: of R2 where its S3 interface is configured,
 * else of our own route. Where the file's size is known, nothing longer is taken; R2 takes nothing shorter either.
 */
export async function partUrl(upload: OpenUpload, part: number, { env, request }: OpenCall): Promise<string> {
  const length = partLength(upload.size, part)
  const s3 = s3Of(env)
  if (!s3) {
    const size = length ?? (part === wholeFile ? limitsOf(env).fileBytes : uploadPartBytes)
    return (await presignUrl(env, request, { method: 'PUT', fileId: upload.id, part, size })).href
  }
  return s3.presign({
    method: 'PUT',
    key: upload.object_key,
    // A part of R2 may have 5 GB, so the whole file is one.
    query: { partNumber: String(Math.max(1, part)), uploadId: upload.upload_id },
    ...(length !== undefined && { headers: { 'content-length': String(length) } }),
    seconds: grantSeconds.PUT,
  })
}

/** Bytes of a part; undefined when the file's size was not announced. */
function partLength(size: number, part: number): number | undefined {
  if (size === 0) return undefined
  return part === wholeFile ? size : Math.min(uploadPartBytes, size - (part - 1) * uploadPartBytes)
}
