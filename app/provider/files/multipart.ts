import { asc, eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import { type Database, files, uploadParts } from '~/provider/db/index.ts'
import { type ArrivedPart, s3Of } from './r2-s3.ts'

type FileRow = typeof files.$inferSelect

/** An upload by signed addresses that goes on: its file's row with the multipart upload that its bytes go to. */
export type OpenUpload = FileRow & { upload_id: string }

/**
 * The file as an upload that still takes bytes.
 * @throws ApiError `wrong_file_status` for a file whose bytes are complete or come by another way
 */
export function requireOpen<Row extends FileRow>(file: Row): Row & OpenUpload {
  if (file.status !== 'uploading' || file.upload_id === null) throw new ApiError('wrong_file_status')
  return file as Row & OpenUpload
}

export const multipartOf = (env: Env, { object_key, upload_id }: OpenUpload) =>
  env.FILES.resumeMultipartUpload(object_key, upload_id)

/** The parts of an upload that have arrived, by number: what was noted here, or what R2 says where they go past us. */
export async function arrivedParts(env: Env, db: Database, upload: OpenUpload): Promise<ArrivedPart[]> {
  const s3 = s3Of(env)
  if (s3) return s3.listParts(upload.object_key, upload.upload_id)
  return db
    .select({ number: uploadParts.number, etag: uploadParts.etag, size: uploadParts.size })
    .from(uploadParts)
    .where(eq(uploadParts.file_id, upload.id))
    .orderBy(asc(uploadParts.number))
}

/** Ends an upload and frees what has arrived of it; one that has ended already stays as it is. */
export async function abortUpload(env: Env, objectKey: string, uploadId: string): Promise<void> {
  try {
    await env.FILES.resumeMultipartUpload(objectKey, uploadId).abort()
  } catch (error) {
    if (!isNoSuchUpload(error)) throw error
  }
}

/** R2's error codes stand in brackets at the end of its messages (R2 documentation, Error codes). */
export const isRefusal = (error: unknown) => /\(\d{5}\)/.test(String(error))
export const isNoSuchUpload = (error: unknown) => String(error).includes('(10024)')
export const isInvalidPart = (error: unknown) => String(error).includes('(10025)')
