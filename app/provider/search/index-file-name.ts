import { eq } from 'drizzle-orm'
import { files, openDatabase } from '~/provider/db/index.ts'
import { renameInIndex } from './index-file.ts'

/**
 * Lets a renamed file be found by its present name. Repeating it changes nothing.
 * @throws while the file is being processed, since that job indexes the name that it began with
 */
export async function indexFileName(env: Env, fileId: number): Promise<void> {
  const file = await openDatabase(env.DB).select().from(files).where(eq(files.id, fileId)).get()
  if (!file) return
  if (file.status === 'pending') throw new Error('the file is being processed')
  await renameInIndex(env, file)
}
