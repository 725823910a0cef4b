import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import { aMinuteAgo, limitedUntilAMinuteAfter } from '~/provider/api/rate.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files } from '~/provider/db/index.ts'

/**
 * Ends the call when a member who uploads this many more files would exceed `UPLOADS_PER_MINUTE`.
 * @throws ApiError `rate_limited` with the seconds after which they fit, or `too_many_files_selected` if they never do
 */
export async function requireUploadRate({ env, db, member }: Call, wanted: number): Promise<void> {
  const { uploadsPerMinute } = limitsOf(env)
  if (wanted > uploadsPerMinute) throw new ApiError('too_many_files_selected')
  const recent = await db
    .select({ created_at: files.created_at })
    .from(files)
    .where(isRecentOf(member))
    .orderBy(desc(files.created_at))
    .limit(uploadsPerMinute)
  // The youngest of the uploads that have to grow a minute old before the new ones fit.
  const obstacle = recent[uploadsPerMinute - wanted]
  if (obstacle) throw limitedUntilAMinuteAfter(obstacle.created_at)
}

/**
 * That it fits, with the row that was just written, as a statement of the batch that writes the upload's row: uploads at the same moment cannot pass together. It fails,
 * and with it the batch, where none does.
 */
export const uploadRateGuard = ({ env, db, member }: Call) => {
  const recent = db.select({ count: count() }).from(files).where(isRecentOf(member))
  const { uploadsPerMinute } = limitsOf(env)
  return db
    .select({
      failsAtRate: sql`json(CASE WHEN (${recent.getSQL()}) > ${uploadsPerMinute} THEN 'too many uploads' ELSE '0' END)`,
    })
    .from(sql`(SELECT 1)`)
}

const isRecentOf = ({ id }: Call['member']) => and(eq(files.uploaded_by, id), gt(files.created_at, aMinuteAgo()))
