import { eq } from 'drizzle-orm'
import type { Call } from '~/provider/api/serve.ts'
import { files } from '~/provider/db/index.ts'
import { removeFromIndex } from '~/provider/search/index-file.ts'
import { abortUpload } from './multipart.ts'
import { findChangeableFile } from './stored-file.ts'
import { thumbnailKey } from './thumbnail.ts'

/**
 * Deletes a file: from the index, so that no answer cites what is about to go; its bytes; then its row. As long as
 * anything is left the row is, and the call can be repeated.
 * @throws ApiError `does_not_exist`, or `operation_not_authorized` for a file that the member may only read
 */
export async function deleteFile(id: number, { env, db, member }: Call): Promise<void> {
  const file = await findChangeableFile(db, member, id)
  await removeFromIndex(env.DB, id)
  if (file.upload_id !== null) await abortUpload(env, file.object_key, file.upload_id)
  await env.FILES.delete([file.object_key, thumbnailKey(file)])
  // What a processing job has written meanwhile goes with the row (ON DELETE CASCADE).
  await db.delete(files).where(eq(files.id, id))
}
