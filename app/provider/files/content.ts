import { ApiError } from '~/contract/errors.ts'
import type { FileContent } from '~/contract/files.ts'
import type { z } from 'zod'
import type { Call } from '~/provider/api/serve.ts'
import type { DocumentPage } from '~/provider/documents/document.ts'
import { allPages } from '~/provider/documents/stored-pages.ts'
import { recordReading } from './record-reading.ts'
import { type FileRow, findReadableFile } from './stored-file.ts'

/**
 * The text of a file, page by page; an image or a recording has none.
 * @throws ApiError `does_not_exist`, or `file_content_not_available` until the file is processed, or when it cannot be
 */
export const contentOf = async (id: number, call: Call): Promise<z.input<typeof FileContent>> => ({
  pages: (await readContent(id, call)).pages,
})

/** The same of the pages `from` to `to` alone, with the file. */
export async function readContent(
  id: number,
  call: Call,
  from?: number,
  to?: number,
): Promise<{ file: FileRow; pages: DocumentPage[] }> {
  const file = await findReadableFile(call.db, call.member, id)
  if (file.status !== 'done') throw new ApiError('file_content_not_available')
  await recordReading(file, 'content', call)
  return { file, pages: await allPages(call.env.FILES, file, from, to) }
}
