import { isIllegible } from '~/contract/file-reasons.ts'
import { describeFailure } from '~/provider/api/describe-failure.ts'
import type { files } from '~/provider/db/index.ts'
import type { DocumentPage } from '~/provider/documents/document.ts'
import { mayHavePictures, pagePictures } from '~/provider/documents/page-pictures.ts'
import { tidy } from '~/provider/documents/text.ts'
import { openVision } from '~/provider/models/vision.ts'
import type { Findings } from './examine-file.ts'

type FileRow = typeof files.$inferSelect

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
    const cause = describeFailure(error)
    console.warn(JSON.stringify({ level: 'warn', event: 'recognition_failed', file_id: file.id, cause }))
    return findings
  }
}

const isTextless = ({ pages, status_reason }: Findings) =>
  pages === undefined && (status_reason === null || isIllegible(status_reason))

async function readPages(env: Env, file: FileRow): Promise<DocumentPage[]> {
  const read = openVision(env)!
  const object = await env.FILES.get(file.object_key)
  if (!object) throw new Error('the bytes are missing')
  const pages: DocumentPage[] = []
  for await (const picture of pagePictures(await object.bytes(), file.mime_type)) {
    const text = tidy(await read(picture))
    if (text !== '') pages.push({ page: picture.page, text })
  }
  return pages
}
