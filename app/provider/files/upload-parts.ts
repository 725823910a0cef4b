import { eq } from 'drizzle-orm'
import type { ParsedOf, ResultOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { type addressUploadParts, type getUploadParts, uploadPartBytes } from '~/contract/files.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files, now } from '~/provider/db/index.ts'
import { arrivedParts, requireOpen } from './multipart.ts'
import { findUpload } from './own-upload.ts'
import { partUrl, partCount } from './part-url.ts'

/**
 * What has arrived of an unfinished upload.
 * @throws ApiError `does_not_exist`, or `wrong_file_status` once the upload is complete
 */
export async function listUploadParts(id: number, call: Call): Promise<ResultOf<typeof getUploadParts>> {
  const upload = requireOpen(await findUpload(id, call))
  const parts = await arrivedParts(call.env, call.db, upload)
  return { part_size: uploadPartBytes, parts: parts.map(({ number, size }) => ({ number, size })) }
}

/**
 * Signed addresses for parts of an unfinished upload.
 * @throws ApiError `does_not_exist`, `wrong_file_status` once the upload is complete, or `invalid_request` for a part
 * beyond the end of the file
 */
export async function addressParts(
  { params, body }: ParsedOf<typeof addressUploadParts>,
  call: Call,
): Promise<ResultOf<typeof addressUploadParts>> {
  const upload = requireOpen(await findUpload(params.id, call))
  const last = partCount(upload.size || limitsOf(call.env).fileBytes)
  if (body.numbers.some((number) => number > last)) {
    throw new ApiError('invalid_request', undefined, { message: `numbers: the last part is ${last}` })
  }
  // Where the parts go past us, this is how the sweeper knows that someone is still at it.
  await call.db.update(files).set({ updated_at: now() }).where(eq(files.id, upload.id))
  return {
    parts: await Promise.all(
      body.numbers.map(async (number) => ({ number, url: await partUrl(upload, number, call) })),
    ),
  }
}
