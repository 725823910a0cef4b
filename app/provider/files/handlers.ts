import { tableBytes } from '~/contract/table-files.ts'
import { limits } from '~/provider/documents/document.ts'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import * as contract from '~/contract/files.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import { type Api, serve, serveOpen } from '~/provider/api/serve.ts'
import { downloadUrl, previewUrl } from './download-urls.ts'
import { download } from './download.ts'
import { contentOf } from './content.ts'
import { deleteFile } from './delete.ts'
import { listFiles } from './list.ts'
import { processAgain } from './process-again.ts'
import { uploadPart } from './upload-part.ts'
import { storeRecognisedText } from './recognised-text.ts'
import { reserveUpload } from './reserve-upload.ts'
import { findReadableFile, toStoredFile } from './stored-file.ts'
import { thumbnailOf } from './thumbnail.ts'
import { updateFile } from './update.ts'
import { addressParts, listUploadParts } from './upload-parts.ts'
import { uploadFiles } from './upload.ts'
import { validateUpload } from './validate-upload.ts'

export function serveFiles(api: Api) {
  serve(api, contract.uploadFiles, uploadFiles)
  serve(api, contract.getUploadLimits, async (_, { env }) => ({
    file_bytes: limitsOf(env).fileBytes,
    readable_bytes: limits.bytes,
    readable_characters: limits.characters,
    table_bytes: tableBytes,
  }))
  serve(api, contract.reserveUpload, reserveUpload)
  serve(api, contract.getUploadParts, ({ params }, call) => listUploadParts(params.id, call))
  serve(api, contract.addressUploadParts, addressParts)
  serve(api, contract.validateUpload, ({ params }, call) => validateUpload(params.id, call))
  serve(api, contract.listFiles, listFiles)
  serve(api, contract.getFile, async ({ params }, { db, member }) =>
    toStoredFile(await findReadableFile(db, member, params.id)),
  )
  serve(api, contract.getFileContent, ({ params }, call) => contentOf(params.id, call))
  serve(api, contract.putRecognisedText, storeRecognisedText)
  serve(api, contract.getThumbnail, ({ params }, call) => thumbnailOf(params.id, call))
  serve(api, contract.updateFile, updateFile)
  serve(api, contract.processFileAgain, ({ params }, call) => processAgain(params.id, call))
  serve(api, contract.deleteFile, ({ params }, call) => deleteFile(params.id, call))
  serve(api, contract.getDownloadUrl, ({ params }, call) => downloadUrl(params.id, call))
  serve(api, contract.getPreviewUrl, ({ params, query }, call) => previewUrl(params.id, query.page, call))

  api.use(contract.getBytes.path.replace('{id}', ':id'), openToAnyOrigin, isolated)
  serveOpen(api, contract.getBytes, download)
  serveOpen(api, contract.putBytes, uploadPart)
}

/**
 * The viewer reads from a sandbox, which has no origin to be named, and the web side of a remote provider writes from
 * another one, so any may; the signature is what protects.
 */
const openToAnyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'PUT'],
  allowHeaders: ['content-type', 'range'],
  exposeHeaders: ['accept-ranges', 'content-disposition', 'content-length', 'content-range'],
})

/** These are foreign bytes at our own origin: nothing in them runs. */
const isolated: MiddlewareHandler = async (context, next) => {
  await next()
  context.header('content-security-policy', "sandbox; default-src 'none'")
  context.header('cross-origin-resource-policy', 'cross-origin')
  context.header('referrer-policy', 'no-referrer')
}
