import { eq } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import { type putBytes as endpoint, uploadPartBytes } from '~/contract/files.ts'
import type { OpenCall } from '~/provider/api/serve.ts'
import { files, now } from '~/provider/db/index.ts'
import { isNoSuchUpload, isRefusal, multipartOf, type OpenUpload, requireOpen } from './multipart.ts'
import { partCount, wholeFile } from './part-url.ts'
import { RequestBody } from './request-body.ts'
import { requireGrant } from './presigned-urls.ts'

/**
 * Stores one part of a file, or all of them in one go, from whoever holds a signed address. A repetition replaces what
 * it stored before.
 * @throws ApiError `operation_not_authorized` for an expired or forged address, `file_too_large` for more bytes than it
 * allows, `invalid_request` without a Content-Length, `does_not_exist` for a deleted file, `wrong_file_status` once the
 * upload is complete
 */
export async function uploadPart({ params, query }: ParsedOf<typeof endpoint>, call: OpenCall): Promise<void> {
  const { env, db, request } = call
  const { part, size, expires, signature } = query
  await requireGrant(env, { method: 'PUT', fileId: params.id, part, size }, { expires, signature })
  const length = lengthOf(request)
  if (length > size) throw new ApiError('file_too_large')
  const file = await db.select().from(files).where(eq(files.id, params.id)).get()
  if (!file) throw new ApiError('does_not_exist', { entity: 'file' })
  const upload = requireOpen(file)

  if (part === wholeFile) await storeInParts(upload, length, call)
  // Nothing of ours stands between the caller and R2: pieces in hand are garbage, and the Worker's memory would grow.
  else await storePart(upload, part, length, (writable) => bodyOf(request).pipeTo(writable), call)
}

/** Cuts the body of a request into parts as it comes. */
async function storeInParts(upload: OpenUpload, length: number, call: OpenCall): Promise<void> {
  const body = new RequestBody(bodyOf(call.request))
  const count = partCount(length)
  for (let number = 1; number <= count; number++) {
    const size = Math.min(uploadPartBytes, length - (number - 1) * uploadPartBytes)
    await storePart(upload, number, size, (writable) => body.forward(size, writable), call)
  }
  await forgetPartsAfter(upload, count, call)
}

const bodyOf = ({ body }: Request): ReadableStream<Uint8Array> => body ?? new Response('').body!

/** R2 has to know how long a part is before it comes. */
function lengthOf({ headers }: Request): number {
  const length = headers.get('content-length') ?? ''
  if (!/^\d+$/.test(length))
    throw new ApiError('invalid_request', undefined, { message: 'The header Content-Length is required.' })
  return Number(length)
}

/** Writes as many bytes as were promised and closes what they are written to. */
type Source = (writable: WritableStream<Uint8Array>) => Promise<void>

async function storePart(upload: OpenUpload, number: number, length: number, source: Source, call: OpenCall) {
  // An upload cannot be completed from nothing: an empty file is put as it is when it is validated.
  const etag = length === 0 ? '' : await partEtag(upload, number, length, source, call)
  await notePart(upload, { number, length, etag }, call)
}

/** Hands bytes to R2 as they come, and gives the etag of the part that they have become. */
async function partEtag(upload: OpenUpload, number: number, length: number, source: Source, call: OpenCall) {
  const { readable, writable } = new FixedLengthStream(length)
  try {
    const stored = multipartOf(call.env, upload).uploadPart(number, readable)
    // Where the bytes stop because R2 refuses them, it is R2 that says why.
    const sent = source(writable).catch((cause: unknown) => stored.then(() => Promise.reject(cause)))
    const [{ etag }] = await Promise.all([stored, sent])
    return etag
  } catch (cause) {
    throw new ApiError(codeOf(cause), undefined, { cause })
  }
}

/** Anything but a refusal of R2 means that the caller went away before everything had come. */
function codeOf(cause: unknown): ErrorCode {
  if (isNoSuchUpload(cause)) return 'wrong_file_status'
  return isRefusal(cause) ? 'cannot_upload' : 'request_aborted_user'
}

/** Notes that a part has arrived, unless the upload has ended meanwhile. */
async function notePart(
  { id, upload_id }: OpenUpload,
  { number, etag, length }: { number: number; etag: string; length: number },
  { env }: OpenCall,
): Promise<void> {
  const [noted] = await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO upload_parts (file_id, number, etag, size) SELECT id, ?, ?, ? FROM files WHERE id = ? AND upload_id = ?
       ON CONFLICT (file_id, number) DO UPDATE SET etag = excluded.etag, size = excluded.size`,
    ).bind(number, etag, length, id, upload_id),
    env.DB.prepare('UPDATE files SET updated_at = ? WHERE id = ? AND upload_id = ?').bind(now(), id, upload_id),
  ])
  if (noted?.meta.changes === 0) throw new ApiError('wrong_file_status')
}

/** What an earlier, longer attempt has left after the end of the file. */
const forgetPartsAfter = ({ id }: OpenUpload, count: number, { env }: OpenCall) =>
  env.DB.prepare('DELETE FROM upload_parts WHERE file_id = ? AND number > ?').bind(id, count).run()
