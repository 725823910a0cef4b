import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as files from '~/contract/files.ts'
import type { Client } from '~/contract/client.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'
import { previewSource } from './preview-source.ts'

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
  .handler(async ({ data, context: { api } }) => {
    const [file, { url }] = await Promise.all([
      api(files.getFile, { params: data }),
      api(files.getPreviewUrl, { params: data, query: {} }),
    ])
    return { file, state: await shown(api, file, url) }
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
    return context.api(files.uploadFiles, { query: { group_id: data.get('group_id') }, body })
  })

export const deleteFile = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<FileId>())
  .handler(async ({ data, context }) => void (await context.api(files.deleteFile, { params: data })))

async function shown(api: Client, file: files.StoredFile, url: string) {
  const source = previewSource(file, url)
  if (source !== 'pages') return source
  const { pages } = await api(files.getFileContent, { params: { id: file.id } })
  return { kind: 'pages' as const, pages }
}
