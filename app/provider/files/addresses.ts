import { ApiError } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import type { Call } from '~/provider/api/serve.ts'
import { signedAddress } from './signed-address.ts'
import { findReadableFile, toStoredFile } from './stored-file.ts'

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
 * The signed address that saves a file, and the file.
 * @throws ApiError `does_not_exist`, or `cannot_download` before its bytes are stored
 */
export async function downloadAddress(
  id: number,
  { env, db, member, request }: Call,
): Promise<{ url: string; file: StoredFile }> {
  const file = await findReadableFile(db, member, id)
  if (file.status === 'uploading') throw new ApiError('cannot_download')
  const grant = { fileId: id, disposition: 'attachment', contentType: file.mime_type } as const
  return { url: (await signedAddress(env, request, grant)).href, file: toStoredFile(file) }
}

/**
 * The signed address that shows a file, at a page of it where it is a PDF. What must not be shown gets the disposition
 * `attachment`.
 * @throws ApiError `does_not_exist`, or `cannot_preview` before its bytes are stored
 */
export async function previewAddress(
  id: number,
  page: number,
  { env, db, member, request }: Call,
): Promise<{ url: string }> {
  const file = await findReadableFile(db, member, id)
  if (file.status === 'uploading') throw new ApiError('cannot_preview')
  const address = await signedAddress(env, request, {
    fileId: id,
    disposition: shown.some((type) => type.test(file.mime_type)) ? 'inline' : 'attachment',
    contentType: markup.test(file.mime_type) ? 'text/plain; charset=utf-8' : file.mime_type,
  })
  if (file.mime_type === 'application/pdf') address.hash = `page=${page}`
  return { url: address.href }
}
