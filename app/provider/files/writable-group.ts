import { eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { groups } from '~/provider/db/index.ts'
import { type FileGroup, mayChangeFiles } from './policy.ts'

/**
 * The group that an upload goes to: the one asked for, else the private one.
 * @throws ApiError `operation_not_authorized`, the same for a group out of reach and one that does not exist
 */
export async function writableGroup(
  { group_id }: { group_id?: number | undefined },
  { db, member }: Call,
): Promise<FileGroup> {
  const refusal = new ApiError('operation_not_authorized')
  const group = await db
    .select({ group_id: groups.id, group_type: groups.type, organization_id: groups.organization_id })
    .from(groups)
    .where(eq(groups.id, group_id ?? member.privateGroupId))
    .get()
  if (!group || !mayChangeFiles(member, group)) throw refusal
  return group
}
