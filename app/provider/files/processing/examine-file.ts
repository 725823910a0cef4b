import { isIllegible } from '~/contract/file-reasons.ts'
import type { FileReason } from '~/contract/files.ts'
import type { files } from '~/provider/db/index.ts'
import { drawThumbnail, measureImage, readText } from '~/provider/documents/ask-reader.ts'
import { type DocumentPage, UnreadableDocument, limits } from '~/provider/documents/document.ts'
import { headerBytes } from '~/provider/documents/thumbnail/dimensions.ts'
import { log } from '~/provider/log/log.ts'

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
  /** Whether a thumbnail is worth trying. */
  drawable: boolean
}

const nothing: Findings = { status_reason: null, page_count: null, width: null, height: null, drawable: false }

/**
 * Has the document reader find out what a file holds: nothing of a recording, the size of an image, and the text of a
 * document up to `limits.bytes`.
 * @throws UnreadableDocument with the reason why nothing could be read
 * @throws ReaderFailed
 */
export async function examineFile(env: Env, file: FileRow): Promise<Findings> {
  if (file.mime_type.startsWith('audio/')) return nothing
  if (file.mime_type.startsWith('image/')) return examineImage(env, file)
  return examineDocument(env, file)
}

async function examineImage(env: Env, file: FileRow): Promise<Findings> {
  const head = await existing(env.FILES.get(file.object_key, { range: { offset: 0, length: headerBytes } }))
  const measured = await measureImage(env, await head.bytes(), file, head.size)
  if (measured) return { ...nothing, page_count: 1, ...measured }
  // A drawing without a size is one; a picture without one is cut off or no picture.
  if (file.mime_type !== 'image/svg+xml') throw new UnreadableDocument('damaged')
  return { ...nothing, page_count: 1 }
}

async function examineDocument(env: Env, file: FileRow): Promise<Findings> {
  const object = await existing(env.FILES.get(file.object_key))
  if (object.size > limits.bytes) {
    await object.body.cancel()
    throw new UnreadableDocument('too_large')
  }
  const drawable = file.mime_type === 'application/pdf'
  try {
    const pages = await readText(env, object, file)
    // Pages without text are left out, so it is the last one's number that counts.
    return { ...nothing, pages, page_count: pages.at(-1)!.page, drawable }
  } catch (error) {
    if (!(error instanceof UnreadableDocument && isIllegible(error.reason))) throw error
    // A scan has pages to look at, if no text.
    return { ...nothing, status_reason: error.reason, drawable }
  }
}

/**
 * Has a thumbnail drawn, WebP. A file is none the worse for having none: what cannot be drawn is logged.
 * @throws where the storage fails, which may pass with time
 */
export async function thumbnailOf(env: Env, file: FileRow): Promise<Uint8Array | undefined> {
  const object = await existing(env.FILES.get(file.object_key))
  try {
    return await drawThumbnail(env, object, file)
  } catch (error) {
    log.warn('thumbnail_failed', { file_id: file.id, cause: error })
    return undefined
  }
}

async function existing(object: Promise<R2ObjectBody | null>): Promise<R2ObjectBody> {
  const found = await object
  if (!found) throw new Error('the bytes are missing')
  return found
}
