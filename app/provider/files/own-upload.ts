import { eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files } from '~/provider/db/index.ts'
import { mayFinishUpload } from './policy.ts'
import { type FileRow, selectFiles } from './stored-file.ts'

/**
 * The file with an id whose upload the member may go on with.
 * @throws ApiError `does_not_exist` otherwise, the same whether there is no such file or it is another's
 */
export async function findUpload(id: number, { db, member }: Call): Promise<FileRow> {
  const file = await selectFiles(db).where(eq(files.id, id)).get()
  if (!file || !mayFinishUpload(member, file)) throw new ApiError('does_not_exist', { entity: 'file' })
  return file
}
