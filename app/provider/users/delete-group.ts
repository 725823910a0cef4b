import { eq } from 'drizzle-orm'
import { files, groups, openDatabase, users } from '~/provider/db/index.ts'
import { removeFile } from '~/provider/files/delete.ts'
import { eraseLibrary } from '~/provider/search/index-file.ts'
import { sendJob } from '~/provider/queue/job.ts'

/** Files of one run; what is left then is for the next. */
const most = 100

/**
 * Deletes the private group of a deleted user: its files with their bytes, its library, then the group. Repeating it changes nothing.
 * @throws while the user is there: the deletion is on its way, or was refused
 */
export async function deleteGroup(env: Env, groupId: number): Promise<void> {
  const db = openDatabase(env.DB)
  const user = await db.select({ id: users.id }).from(users).where(eq(users.private_group_id, groupId)).get()
  if (user) throw new Error('the group has its user')

  const left = await db.select().from(files).where(eq(files.group_id, groupId)).limit(most)
  for (const file of left) await removeFile(env, db, file)
  if (left.length === most) return sendJob(env, { kind: 'delete_group', group_id: groupId })
  await eraseLibrary(env, groupId)
  await db.delete(groups).where(eq(groups.id, groupId))
}
