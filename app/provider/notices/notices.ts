import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { type addNotice as addEndpoint, mostNotices, type Notice } from '~/contract/notices.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { notices, now, users } from '~/provider/db/index.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'

const day = 24 * 60 * 60 * 1000

const columns = {
  id: notices.id,
  text_en: notices.text_en,
  text_ja: notices.text_ja,
  created_at: notices.created_at,
  ends_at: notices.ends_at,
}

const standing = ({ member }: Call) =>
  and(eq(notices.organization_id, member.organizationId), gt(notices.ends_at, now()))

/** The organisation's notices that have not ended, the latest first. */
export const listNotices = async (call: Call): Promise<{ data: Notice[] }> => ({
  data: await call.db.select(columns).from(notices).where(standing(call)).orderBy(desc(notices.id)),
})

/**
 * Tells all members something.
 * @throws ApiError `invalid_request` without a text, `quota_exceeded` for too many at a time
 */
export async function addNotice({ body }: ParsedOf<typeof addEndpoint>, call: Call): Promise<Notice> {
  const { db, member } = call
  const text_en = body.text_en?.toWellFormed() || null
  const text_ja = body.text_ja?.toWellFormed() || null
  const target = text_ja ?? text_en
  if (target === null) throw new ApiError('invalid_request')
  return withIdempotencyKey(call, 'addNotice', JSON.stringify(body), async () => {
    const counted = await db.select({ notices: count() }).from(notices).where(standing(call)).get()
    if (counted!.notices >= mostNotices) throw new ApiError('quota_exceeded')
    const ends_at = new Date(Date.now() + body.days * day).toISOString()
    const insertion = db
      .insert(notices)
      .values({ organization_id: member.organizationId, text_en, text_ja, ends_at })
      .returning(columns)
    const recorded = { action: 'notice_added', target, details: { days: body.days } } as const
    const [[added]] = await changeRecorded(call, [insertion], recorded)
    return added!
  })
}

/**
 * Takes a notice back.
 * @throws ApiError `does_not_exist`
 */
export async function deleteNotice(id: number, call: Call): Promise<void> {
  const { text_ja, text_en } = await noticeOf(id, call)
  const deletion = call.db.delete(notices).where(eq(notices.id, id)).returning()
  await changeRecorded(call, [deletion], {
    action: 'notice_deleted',
    target: text_ja ?? text_en ?? '',
    details: { id },
  })
}

/**
 * Puts a notice away for the caller.
 * @throws ApiError `does_not_exist`
 */
export async function dismissNotice(id: number, call: Call): Promise<void> {
  await noticeOf(id, call)
  await call.db
    .update(users)
    .set({ dismissed_notice: sql`max(${users.dismissed_notice}, ${id})` })
    .where(eq(users.id, call.member.id))
}

async function noticeOf(id: number, { db, member }: Call): Promise<Notice> {
  const own = and(eq(notices.id, id), eq(notices.organization_id, member.organizationId))
  const notice = await db.select(columns).from(notices).where(own).get()
  if (!notice) throw new ApiError('does_not_exist')
  return notice
}
