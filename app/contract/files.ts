import { z } from 'zod'
import { mostRecognisedPages } from './defaults.ts'
import { endpoint, jsonBodyBytes } from './endpoint.ts'
import { fileReasons } from './file-reasons.ts'
import { Id, IdParams, Page, SignedNumber, Time, paged } from './shared.ts'
import { GroupType } from './users.ts'

export { directUploadThreshold, uploadPartBytes } from './defaults.ts'

export const FileSource = z.enum(['upload', 'conversation', 'generated', 'integration', 'sandbox'])
export type FileSource = z.infer<typeof FileSource>

/** Where an upload comes from: the library, or a message that it was attached to. */
export const UploadSource = FileSource.extract(['upload', 'conversation'])
export type UploadSource = z.infer<typeof UploadSource>

/** `pending` waits for or is in processing; `failed` says why in `status_reason`. */
export const FileStatus = z.enum(['uploading', 'pending', 'done', 'failed'])
export type FileStatus = z.infer<typeof FileStatus>

export const FileReason = z.enum(fileReasons)
export type FileReason = z.infer<typeof FileReason>

export const StoredFile = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.enum(['image', 'audio', 'document']),
  mime_type: z.string(),
  size: z.number().int(),
  group_id: z.number().int(),
  group_type: GroupType,
  status: FileStatus,
  status_reason: FileReason.nullable(),
  source_type: FileSource,
  page_count: z.number().int().nullable(),
  /** Pixels of an image. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  has_thumbnail: z.boolean(),
  properties: z.object({ url: z.string().optional(), description: z.string().optional() }),
  created_at: Time,
  updated_at: Time,
})
export type StoredFile = z.infer<typeof StoredFile>

/** The text of a file as it was indexed, page by page (sheet, slide or heading section where a format has no pages). */
export const FileContent = z.object({ pages: z.array(z.object({ page: z.number().int(), text: z.string() })) })

export const listFiles = endpoint({
  method: 'get',
  path: '/web/v1/files',
  access: 'member',
  scope: 'files:read',
  summary: 'The files that the caller may read, the latest first.',
  query: z.object({
    page: Page,
    page_size: z.coerce.number().int().min(1).max(100).default(20),
    name: z.string().max(200).optional(),
    /** Comma-separated ids. */
    group_ids: z
      .string()
      .regex(/^\d+(,\d+)*$/)
      .optional(),
    /** Comma-separated sources. */
    source_types: z.string().max(200).optional(),
  }),
  output: paged(StoredFile),
})

export const getFile = endpoint({
  method: 'get',
  path: '/v1/files/{id}',
  access: 'member',
  scope: 'files:read',
  summary: 'One file.',
  params: IdParams,
  output: StoredFile,
})

export const getFileContent = endpoint({
  method: 'get',
  path: '/web/v1/files/{id}/content',
  access: 'member',
  scope: 'files:read',
  summary: 'The text that was read from a file.',
  params: IdParams,
  output: FileContent,
})

export const putRecognisedText = endpoint({
  method: 'put',
  path: '/v1/files/{id}/text',
  access: 'member',
  scope: 'files:write',
  summary: 'Stores text that was recognised in a scan or an image, which has none of its own. Safe to repeat.',
  params: IdParams,
  body: z.object({
    /** In ascending order; pages without text may be left out. */
    pages: z
      .array(z.object({ page: z.number().int().min(1).max(5_000), text: z.string().max(20_000) }))
      .max(mostRecognisedPages)
      .refine(
        (pages) => pages.every(({ page }, index) => index === 0 || page > pages[index - 1]!.page),
        'not ascending',
      ),
  }),
  bodyBytes: 4 * jsonBodyBytes,
  output: StoredFile,
})

export const uploadFiles = endpoint({
  method: 'post',
  path: '/v1/files/upload',
  access: 'member',
  scope: 'files:write',
  summary:
    'Stores the files of the repeated form field `files` in a group and queues them for processing: 16 MB at most together; larger files are reserved.',
  query: z.object({
    organization_id: Id.optional(),
    group_id: Id.optional(),
    source_type: UploadSource.default('upload'),
  }),
  body: 'multipart',
  output: z.object({
    files: z.array(StoredFile),
    failed: z.array(z.object({ name: z.string(), code: z.string() })),
  }),
})

export const UploadLimits = z.object({
  /** Bytes of any file. */
  file_bytes: z.number().int(),
  /** Bytes of a document whose text is read; a larger one is only stored. */
  readable_bytes: z.number().int(),
  /** Characters of that text. */
  readable_characters: z.number().int(),
  /** Bytes of a CSV or Excel file that data analysis reads, also where its text is too long. */
  table_bytes: z.number().int(),
})
export type UploadLimits = z.infer<typeof UploadLimits>

export const getUploadLimits = endpoint({
  method: 'get',
  path: '/web/v1/files/upload_limits',
  access: 'member',
  scope: 'files:write',
  summary: 'How many bytes a file may have, and up to which size its text, or its tables, are read.',
  output: UploadLimits,
})

export const reserveUpload = endpoint({
  method: 'post',
  path: '/v1/files/upload_async',
  access: 'member',
  scope: 'files:write',
  summary: 'A file to be, and the signed address that its bytes are put to; then it is validated.',
  query: z.object({
    organization_id: Id.optional(),
    group_id: Id.optional(),
    file_name: z.string().min(1).max(1000),
    /** Bytes; where it is left out, the largest file is assumed. */
    file_size: z.coerce.number().int().min(0).optional(),
    source_type: UploadSource.default('upload'),
  }),
  output: z.object({
    url: z.string(),
    file: StoredFile.pick({ id: true, mime_type: true, name: true, source_type: true, created_at: true }),
  }),
})

export const getUploadParts = endpoint({
  method: 'get',
  path: '/v1/files/{id}/upload_parts',
  access: 'member',
  scope: 'files:write',
  summary: 'The parts of an unfinished upload that have arrived: an interrupted one goes on with the others.',
  params: IdParams,
  output: z.object({
    part_size: z.number().int(),
    parts: z.array(z.object({ number: z.number().int(), size: z.number().int() })),
  }),
})

export const addressUploadParts = endpoint({
  method: 'post',
  path: '/v1/files/{id}/upload_parts',
  access: 'member',
  scope: 'files:write',
  summary: 'Signed addresses for parts of an unfinished upload, numbered from 1. Each takes one part by PUT.',
  params: IdParams,
  body: z.object({ numbers: z.array(z.number().int().min(1).max(10_000)).min(1).max(100) }),
  output: z.object({ parts: z.array(z.object({ number: z.number().int(), url: z.string() })) }),
})

export const validateUpload = endpoint({
  method: 'get',
  path: '/v1/files/{id}/validate_upload_async',
  access: 'member',
  scope: 'files:write',
  summary: 'Completes an upload whose bytes have arrived and queues the file for processing. Safe to repeat.',
  params: IdParams,
  output: StoredFile,
})

export const updateFile = endpoint({
  method: 'patch',
  path: '/web/v1/files/{id}',
  access: 'member',
  scope: 'files:write',
  summary: "Changes a file's name or description.",
  params: IdParams,
  body: z.object({ name: z.string().trim().min(1).max(1000).optional(), description: z.string().max(5000).optional() }),
  output: StoredFile,
})

export const processFileAgain = endpoint({
  method: 'post',
  path: '/v1/files/{id}/process',
  access: 'member',
  scope: 'files:write',
  summary: 'Processes a file again whose processing failed, or seems to be lost: it has been pending for ten minutes.',
  params: IdParams,
  output: StoredFile,
})

export const getThumbnail = endpoint({
  method: 'get',
  path: '/web/v1/files/{id}/thumbnail',
  access: 'member',
  scope: 'files:read',
  summary: 'A small picture of an image or a first page: WebP in base64.',
  params: IdParams,
  output: z.object({ thumbnail: z.string() }),
})

export const deleteFile = endpoint({
  method: 'delete',
  path: '/v1/files/{id}',
  access: 'member',
  scope: 'files:write',
  summary: 'Deletes a file with its bytes, text and index.',
  params: IdParams,
  output: 'nothing',
})

export const getDownloadUrl = endpoint({
  method: 'get',
  path: '/v1/files/{id}/download_url',
  access: 'member',
  scope: 'files:read',
  summary: 'A signed address that downloads the file for the next five minutes.',
  params: IdParams,
  output: z.object({ url: z.string(), file: StoredFile }),
})

export const getPreviewUrl = endpoint({
  method: 'get',
  path: '/web/v1/files/{id}/preview_url',
  access: 'member',
  scope: 'files:read',
  summary: 'A signed address that shows the file for the next five minutes.',
  params: IdParams,
  query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
  output: z.object({ url: z.string() }),
})

export const getBytes = endpoint({
  method: 'get',
  path: '/v1/files/{id}/bytes',
  access: 'signature',
  summary: "A file's bytes, by a signed address.",
  params: IdParams,
  query: z.object({
    expires: SignedNumber,
    disposition: z.enum(['inline', 'attachment']),
    'response-content-type': z.string(),
    signature: z.string(),
  }),
  output: 'bytes',
})

export const putBytes = endpoint({
  method: 'put',
  path: '/v1/files/{id}/bytes',
  access: 'signature',
  summary: "A file's bytes, or one part of them, to a signed address.",
  params: IdParams,
  query: z.object({
    expires: SignedNumber,
    /** The part's number from 1; 0 for all bytes in one request. */
    part: SignedNumber,
    /** The most bytes that the address takes. */
    size: SignedNumber,
    signature: z.string(),
  }),
  body: 'bytes',
  output: 'nothing',
})
