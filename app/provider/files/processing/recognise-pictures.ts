import { isIllegible } from '~/contract/file-reasons.ts'
import type { files } from '~/provider/db/index.ts'
import { drawPages } from '~/provider/documents/ask-reader.ts'
import { type DocumentPage, limits } from '~/provider/documents/document.ts'
import { tidy } from '~/provider/documents/text.ts'
import { log } from '~/provider/log/log.ts'
import { openVision, type Picture } from '~/provider/models/vision.ts'
import type { Findings } from './examine-file.ts'

type FileRow = typeof files.$inferSelect

/** A scan with more pages is not drawn: it would keep the queue, and cost, for long. */
const maxPages = 20

const types = new Set(['image/png', 'image/jpeg', 'application/pdf'])

/** Whether a file may have pages to show, and few enough bytes to hold them beside their picture. */
const mayHavePictures = ({ mime_type, size }: FileRow) => types.has(mime_type) && size <= limits.bytes / 2

/**
 * Has a model read what has no text of its own, a scan or an image, where one is configured for that; otherwise, and where
 * the model fails, the findings stay as they are, and a browser can read the file.
 */
export async function withRecognisedText(env: Env, file: FileRow, findings: Findings): Promise<Findings> {
  if (!env.VISION_MODEL || !isTextless(findings) || !mayHavePictures(file)) return findings
  try {
    const pages = await readPages(env, file)
    const last = pages.at(-1)
    return last ? { ...findings, pages, page_count: last.page, status_reason: 'recognised' } : findings
  } catch (error) {
    log.warn('recognition_failed', { file_id: file.id, cause: error })
    return findings
  }
}

const isTextless = ({ pages, status_reason }: Findings) =>
  pages === undefined && (status_reason === null || isIllegible(status_reason))

async function readPages(env: Env, file: FileRow): Promise<DocumentPage[]> {
  const read = openVision(env)!
  const pages: DocumentPage[] = []
  let page = 0
  for await (const picture of pagePictures(env, file)) {
    page++
    const text = tidy(await read(picture))
    if (text !== '') pages.push({ page, text })
  }
  return pages
}

/** The pages of a file that {@link mayHavePictures}: an image's own bytes, a PDF's drawn ones. */
async function* pagePictures(env: Env, { object_key, mime_type }: FileRow): AsyncGenerator<Picture> {
  const object = await env.FILES.get(object_key)
  if (!object) throw new Error('the bytes are missing')
  if (mime_type !== 'application/pdf') return yield { bytes: await object.bytes(), mimeType: mime_type }
  for await (const bytes of drawPages(env, object, maxPages)) yield { bytes, mimeType: 'image/png' }
}
