import { ApiError } from '~/contract/errors.ts'
import type { FileContent } from '~/contract/files.ts'
import type { z } from 'zod'
import type { Call } from '~/provider/api/serve.ts'
import { allPages } from '~/provider/documents/stored-pages.ts'
import { findReadableFile } from './stored-file.ts'

/**
 * The text of a file, page by page; an image or a recording has none.
 * @throws ApiError `does_not_exist`, or `file_content_not_available` until the file is processed, or when it cannot be
 */
export async function contentOf(id: number, { db, env, member }: Call): Promise<z.input<typeof FileContent>> {
  const file = await findReadableFile(db, member, id)
  if (file.status !== 'done') throw new ApiError('file_content_not_available')
  return { pages: await allPages(env.FILES, file) }
}
