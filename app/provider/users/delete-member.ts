import { eq } from 'drizzle-orm'
import { files, groups, openDatabase, users } from '~/provider/db/index.ts'
import { removeFile } from '~/provider/files/delete.ts'
import { memberObject } from '~/provider/member/stub.ts'
import type { Job } from '~/provider/queue/job.ts'
import { eraseLibrary } from '~/provider/search/index-file.ts'

type DeleteMember = Extract<Job, { kind: 'delete_member' }>

/** Files of one run; what is left then is for the next. */
const most = 100

/**
 * Deletes what a deleted user leaves: their object, then their private group, its files with their bytes, its library. Repeating it
 * changes nothing.
 * @returns the job again, where there is more than one run's
 * @throws while the user is there: the deletion is on its way, or was refused
 */
export async function deleteMember(env: Env, job: DeleteMember): Promise<DeleteMember | undefined> {
  const groupId = job.group_id
  const db = openDatabase(env.DB)
  const user = await db.select({ id: users.id }).from(users).where(eq(users.private_group_id, groupId)).get()
  if (user) throw new Error('the group has its user')
  await memberObject(env, { key: job.member_key }).erase()

  const left = await db.select().from(files).where(eq(files.group_id, groupId)).limit(most)
  for (const file of left) await removeFile(env, db, file)
  if (left.length === most) return job
  await eraseLibrary(env, groupId)
  await db.delete(groups).where(eq(groups.id, groupId))
  return undefined
}
