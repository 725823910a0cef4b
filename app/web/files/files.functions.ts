import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as files from '~/contract/files.ts'
import type { Client } from '~/contract/client.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'
import { isInProgress } from './in-progress.ts'
import { officeViewerAddress } from './preview/office-viewer.ts'
import { isOffice, previewSource } from './preview/preview-source.ts'

interface FileId {
  id: number
}

export const listFiles = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof files.listFiles>['query']>())
  .handler(({ data, context }) => context.api(files.listFiles, { query: data }))

export const getFile = createServerFn()
  .middleware([withApi])
  .validator(passed<FileId>())
  .handler(({ data, context }) => context.api(files.getFile, { params: data }))

/** The text that was read from a file, page by page. */
export const getContent = createServerFn()
  .middleware([withApi])
  .validator(passed<FileId>())
  .handler(({ data, context }) => context.api(files.getFileContent, { params: data }))

/** A file, and what the preview shows of it. */
export const getPreview = createServerFn()
  .middleware([withApi])
  .validator(passed<FileId>())
  .handler(async ({ data, context: { api, officeViewer } }) => {
    const [file, { url }] = await Promise.all([
      api(files.getFile, { params: data }),
      api(files.getPreviewUrl, { params: data, query: {} }),
    ])
    return { file, state: await shown(api, file, url, officeViewer) }
  })

/** A signed address that saves a file; good for five minutes. */
export const getDownload = createServerFn()
  .middleware([withApi])
  .validator(passed<FileId>())
  .handler(async ({ data, context }) => {
    const { url } = await context.api(files.getDownloadUrl, { params: data })
    return { url }
  })

/** Uploads the form's `files` to its group `group_id`. The caller sends the idempotency header. */
export const uploadFiles = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<FormData>())
  .handler(({ data, context }) => {
    const body = new FormData()
    for (const file of data.getAll('files')) body.append('files', file)
    return context.api(files.uploadFiles, {
      query: { group_id: data.get('group_id'), source_type: sourceOf(data) },
      body,
    })
  })

const sourceOf = (form: FormData) => (form.get('source_type') === 'conversation' ? 'conversation' : 'upload')

/** How many bytes a file may have. */
export const getUploadLimits = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(files.getUploadLimits))

/** Makes a file whose bytes will come in parts. The caller sends the idempotency header. */
export const reserveUpload = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof files.reserveUpload>['query']>())
  .handler(({ data, context }) => context.api(files.reserveUpload, { query: data }))

/** The parts of an unfinished upload that have arrived. */
export const getUploadParts = createServerFn()
  .middleware([withApi])
  .validator(passed<FileId>())
  .handler(({ data, context }) => context.api(files.getUploadParts, { params: data }))

/** Signed addresses for parts of an unfinished upload. */
export const addressUploadParts = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<FileId & { numbers: number[] }>())
  .handler(({ data: { id, numbers }, context }) =>
    context.api(files.addressUploadParts, { params: { id }, body: { numbers } }),
  )

/** Completes an upload whose parts have all arrived. */
export const validateUpload = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<FileId>())
  .handler(({ data, context }) => context.api(files.validateUpload, { params: data }))

export const deleteFile = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<FileId>())
  .handler(async ({ data, context }) => void (await context.api(files.deleteFile, { params: data })))

/** Changes a file's name, or a generated one's description. */
export const updateFile = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<FileId & { change: InputOf<typeof files.updateFile>['body'] }>())
  .handler(({ data: { id, change }, context }) => context.api(files.updateFile, { params: { id }, body: change }))

/** Has a file processed again whose processing failed. */
export const processFileAgain = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<FileId>())
  .handler(({ data, context }) => context.api(files.processFileAgain, { params: data }))

/** Stores what was recognised in the pictures of a file that has no text. */
export const storeRecognisedText = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<FileId & InputOf<typeof files.putRecognisedText>['body']>())
  .handler(({ data: { id, pages }, context }) =>
    context.api(files.putRecognisedText, { params: { id }, body: { pages } }),
  )

/** A small picture of a file. */
export const getThumbnail = createServerFn()
  .middleware([withApi])
  .validator(passed<FileId>())
  .handler(({ data, context }) => context.api(files.getThumbnail, { params: data }))

async function shown(api: Client, file: files.StoredFile, url: string, officeViewer: string) {
  const office = isOffice(file) && officeViewerAddress(officeViewer, url)
  if (office) return { kind: 'office' as const, url: office }
  const source = previewSource(file, url)
  if (source !== 'pages') return source
  if (isInProgress(file)) return 'pending'
  if (file.status === 'failed') return 'unsupported'
  const { pages } = await api(files.getFileContent, { params: { id: file.id } })
  return { kind: 'pages' as const, pages }
}
