import { and, eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { blockedKeywords } from '~/provider/db/index.ts'

/**
 * Allows a keyword again.
 * @throws ApiError `does_not_exist`
 */
export async function deleteKeyword(id: number, call: Call): Promise<void> {
  const { db, member } = call
  const own = and(eq(blockedKeywords.id, id), eq(blockedKeywords.organization_id, member.organizationId))
  const found = await db.select({ keyword: blockedKeywords.keyword }).from(blockedKeywords).where(own).get()
  if (!found) throw noSuchKeyword()
  const [[deleted]] = await changeRecorded(call, [db.delete(blockedKeywords).where(own).returning()], {
    action: 'keyword_deleted',
    target: found.keyword,
    details: { id },
  })
  if (!deleted) throw noSuchKeyword()
}

const noSuchKeyword = () => new ApiError('does_not_exist', { entity: 'keyword' })
