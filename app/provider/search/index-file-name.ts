import { eq } from 'drizzle-orm'
import { files, openDatabase } from '~/provider/db/index.ts'
import { sendJob } from '~/provider/queue/job.ts'
import { indexAgain } from './index-again.ts'
import { unindexedFiles } from './unindexed-files.ts'

/**
 * Lets a renamed file be found by its present name, and a file of an earlier index by this one. Repeating it changes nothing.
 * @throws while the file is being processed, since that job indexes the name that it began with
 */
export async function indexFileName(env: Env, fileId: number): Promise<void> {
  const file = await openDatabase(env.DB).select().from(files).where(eq(files.id, fileId)).get()
  if (!file) return
  if (file.status === 'pending') throw new Error('the file is being processed')
  await indexAgain(env.DB, file)
}

/** Queues the files of an earlier index, so that they are indexed again. */
export async function queueUnindexed(env: Env): Promise<void> {
  for (const id of await unindexedFiles(env.DB)) await sendJob(env, { kind: 'index_file_name', file_id: id })
}
