import { eq } from 'drizzle-orm'
import type { Call } from '~/provider/api/serve.ts'
import { recordAction } from '~/provider/audits/record-action.ts'
import { users } from '~/provider/db/index.ts'
import type { FileRow } from './stored-file.ts'

/**
 * Records that an admin reads what is in another's private group, before it is handed out; once an hour for a file and a way, however
 * often a screen asks. The file is told by its id: its name may be a secret, and would outlive it in the chain.
 */
export async function recordReading(
  { id, group_id, group_type }: FileRow,
  way: 'content' | 'download' | 'preview',
  call: Call,
): Promise<void> {
  const { db, member } = call
  if (group_type !== 'user' || group_id === member.privateGroupId) return
  const owner = await db.select({ email: users.email }).from(users).where(eq(users.private_group_id, group_id)).get()
  const hour = new Date().toISOString().slice(0, 'yyyy-mm-ddThh'.length)
  await recordAction(call, {
    action: 'private_file_read',
    target: owner?.email ?? '',
    details: { file_id: id, way },
    source: `reading:${member.id}:${id}:${way}:${hour}`,
  })
}
