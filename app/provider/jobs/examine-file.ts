import { isIllegible } from '~/contract/file-reasons.ts'
import { describeFailure } from '~/provider/api/describe-failure.ts'
import type { FileReason } from '~/contract/files.ts'
import type { files } from '~/provider/db/index.ts'
import { limits } from '~/provider/documents/document.ts'
import { type DocumentPage, UnreadableDocument, extractPages } from '~/provider/documents/extract.ts'
import { headerBytes, imageDimensions } from '~/provider/documents/thumbnail/dimensions.ts'
import { fitsThumbnail, imageThumbnail, pdfThumbnail } from '~/provider/documents/thumbnail/thumbnail.ts'

type FileRow = typeof files.$inferSelect

/** What is found out about a file. */
export interface Findings {
  /** Why its text could not be read; `null` where it could, and for what has none by its nature. */
  status_reason: FileReason | null
  /** The pages with text; `undefined` for images and recordings, which are complete without any. */
  pages?: DocumentPage[]
  page_count: number | null
  width: number | null
  height: number | null
  /** A WebP picture, where one could be made. */
  thumbnail?: Uint8Array
}

const nothing: Findings = { status_reason: null, page_count: null, width: null, height: null }

/**
 * Reads what a file holds, a bounded number of its bytes: none of a recording, the header of an image and the rest of a
 * smaller one, all of a document up to `limits.bytes`.
 * @param drawing whether a thumbnail is tried; the file is none the worse for it if that fails
 * @throws UnreadableDocument with the reason why nothing could be read
 */
export async function examineFile(bucket: R2Bucket, file: FileRow, drawing: boolean): Promise<Findings> {
  if (file.mime_type.startsWith('audio/')) return nothing
  if (file.mime_type.startsWith('image/')) return examineImage(bucket, file, drawing)
  return examineDocument(bucket, file, drawing)
}

async function examineImage(bucket: R2Bucket, file: FileRow, drawing: boolean): Promise<Findings> {
  const head = await existing(bucket.get(file.object_key, { range: { offset: 0, length: headerBytes } }))
  const seen = imageDimensions(await head.bytes())
  if (!seen) {
    // A drawing without a size is one; a picture without one is cut off or no picture.
    if (file.mime_type !== 'image/svg+xml') throw new UnreadableDocument('damaged')
    return { ...nothing, page_count: 1 }
  }
  const findings = { ...nothing, page_count: 1, width: seen.width, height: seen.height }
  if (!drawing || !fitsThumbnail(file.mime_type, head.size, seen)) return findings
  const bytes = await (await existing(bucket.get(file.object_key))).bytes()
  return { ...findings, thumbnail: await attempt(file, () => imageThumbnail(bytes, file.mime_type, seen)) }
}

async function examineDocument(bucket: R2Bucket, file: FileRow, drawing: boolean): Promise<Findings> {
  const object = await existing(bucket.get(file.object_key))
  if (object.size > limits.bytes) {
    await object.body.cancel()
    throw new UnreadableDocument('too_large')
  }
  const bytes = await object.bytes()
  const findings = await readText(bytes, file)
  if (!drawing || file.mime_type !== 'application/pdf') return findings
  return { ...findings, thumbnail: await attempt(file, () => pdfThumbnail(bytes)) }
}

/** A scan has pages to look at, if no text. */
async function readText(bytes: Uint8Array, { name, mime_type }: FileRow): Promise<Findings> {
  try {
    const pages = await extractPages(bytes, name, mime_type)
    // Pages without text are left out, so it is the last one's number that counts.
    return { ...nothing, pages, page_count: pages.at(-1)!.page }
  } catch (error) {
    if (!(error instanceof UnreadableDocument && isIllegible(error.reason))) throw error
    return { ...nothing, status_reason: error.reason }
  }
}

async function existing(object: Promise<R2ObjectBody | null>): Promise<R2ObjectBody> {
  const found = await object
  if (!found) throw new Error('the bytes are missing')
  return found
}

/** A picture less is no reason to refuse a file. */
async function attempt(file: FileRow, draw: () => Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await draw()
  } catch (error) {
    const cause = describeFailure(error)
    console.warn(JSON.stringify({ level: 'warn', event: 'thumbnail_failed', file_id: file.id, cause }))
    return undefined
  }
}
