import { and, eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { recordAction } from '~/provider/audits/record-action.ts'
import { blockedKeywords } from '~/provider/db/index.ts'

/**
 * Allows a keyword again.
 * @throws ApiError `does_not_exist`
 */
export async function deleteKeyword(id: number, call: Call): Promise<void> {
  const { db, member } = call
  const [deleted] = await db
    .delete(blockedKeywords)
    .where(and(eq(blockedKeywords.id, id), eq(blockedKeywords.organization_id, member.organizationId)))
    .returning()
  if (!deleted) throw new ApiError('does_not_exist', { entity: 'keyword' })
  await recordAction(call, { action: 'keyword_deleted', target: deleted.keyword, details: { id } })
}
