import { ApiError } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import type { Call } from '~/provider/api/serve.ts'
import { contentDisposition } from './content-disposition.ts'
import { s3Of } from './r2-s3.ts'
import { grantSeconds, presignUrl } from './presigned-urls.ts'
import { recordReading } from './record-reading.ts'
import { type FileRow, findReadableFile, toStoredFile } from './stored-file.ts'

/** Types that a browser, or our viewer, shows without running anything of theirs. Every other type is only saved. */
const shown = [
  /^application\/pdf$/,
  /^application\/(msword|vnd\.ms-excel|vnd\.ms-powerpoint)$/,
  /^application\/vnd\.openxmlformats-officedocument\./,
  /^audio\//,
  /^image\/(png|jpeg|gif|webp|avif)$/,
  /^text\/(plain|csv|tab-separated-values|markdown)$/,
]
/** Markup runs scripts where a browser takes it for what it is, so a preview hands out its source as plain text. */
const markup = /^text\/(html|xml)$|[/+]xml$/

/**
 * The signed address that saves a file, and the file. The bytes come from R2 itself where its S3 interface is configured.
 * @throws ApiError `does_not_exist`, or `cannot_download` before its bytes are stored
 */
export async function downloadUrl(id: number, call: Call): Promise<{ url: string; file: StoredFile }> {
  const file = await findReadableFile(call.db, call.member, id)
  if (file.status === 'uploading') throw new ApiError('cannot_download')
  await recordReading(file, 'download', call)
  return { url: await savingUrl(file, call), file: toStoredFile(file) }
}

async function savingUrl({ id, name, object_key, mime_type }: FileRow, { env, request }: Call): Promise<string> {
  const s3 = s3Of(env)
  if (s3) {
    const query = {
      'response-content-type': mime_type,
      'response-content-disposition': contentDisposition('attachment', name),
    }
    return s3.presign({ method: 'GET', key: object_key, query, seconds: grantSeconds.GET })
  }
  const grant = { method: 'GET', fileId: id, disposition: 'attachment', contentType: mime_type } as const
  return (await presignUrl(env, request, grant)).href
}

/**
 * The signed address that shows a file, at a page of it where it is a PDF. What must not be shown gets the disposition
 * `attachment`. Always of our own route, which sends what keeps shown bytes from doing anything; R2 does not.
 * @throws ApiError `does_not_exist`, or `cannot_preview` before its bytes are stored
 */
export async function previewUrl(id: number, page: number, call: Call): Promise<{ url: string }> {
  const { env, db, member, request } = call
  const file = await findReadableFile(db, member, id)
  if (file.status === 'uploading') throw new ApiError('cannot_preview')
  await recordReading(file, 'preview', call)
  const address = await presignUrl(env, request, {
    method: 'GET',
    fileId: id,
    disposition: shown.some((type) => type.test(file.mime_type)) ? 'inline' : 'attachment',
    contentType: markup.test(file.mime_type) ? 'text/plain; charset=utf-8' : file.mime_type,
  })
  if (file.mime_type === 'application/pdf') address.hash = `page=${page}`
  return { url: address.href }
}
