import { sql } from 'drizzle-orm'
import type { Call } from '~/provider/api/serve.ts'
import { files } from '~/provider/db/index.ts'
import { readableGroups } from '~/provider/files/policy.ts'
import { callObject, resultOf } from '~/provider/objects/call.ts'
import { memberObject } from './stub.ts'

/**
 * The ids of a conversation's files, attached or cited, that are deleted or that the member may not read (any more). The messages
 * do not wait for it: only the member's object knows the files, and only the directory whether they are there.
 *
 * @throws ApiError `does_not_exist`
 */
export async function listDeletedFiles(conversationId: number, { db, env, member }: Call): Promise<number[]> {
  const ids = await resultOf(callObject(async () => memberObject(env, member).listFiles(conversationId)))
  if (ids.length === 0) return []
  const readable = await db
    .select({ id: files.id })
    .from(files)
    .where(
      sql`${files.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        AND ${files.group_id} IN ${readableGroups(db, member)}`,
    )
  const kept = new Set(readable.map(({ id }) => id))
  return ids.filter((id) => !kept.has(id))
}
