import { desc } from 'drizzle-orm'
import type { AdminAction, Audit, listActions as actionsEndpoint, listAudits as endpoint } from '~/contract/audits.ts'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { Paged } from '~/contract/shared.ts'
import type { Call } from '~/provider/api/serve.ts'
import { auditFeedback, audits } from '~/provider/db/index.ts'
import { actionColumns, auditColumns, feedbackColumn, ofAudit, toAction, toAudit } from './audit.ts'
import { idsOfPage, isOneOf } from './long-list.ts'

/** One page of the organisation's chat requests, the latest first. */
export async function listAudits({ query }: ParsedOf<typeof endpoint>, { db, member }: Call): Promise<Paged<Audit>> {
  const filter = {
    from: query.created_at_ge,
    to: query.created_at_le,
    userId: query.user_id,
    conversationId: query.conversation_id,
    feedback: query.feedback,
  }
  const list = { organizationId: member.organizationId, kind: 'request' as const, filter }
  const { ids, about } = await idsOfPage(db, list, query.page)
  const rows = await db
    .select({ ...auditColumns, feedback: feedbackColumn })
    .from(audits)
    .leftJoin(auditFeedback, ofAudit)
    .where(isOneOf(ids))
    .orderBy(desc(audits.id))
  return { data: rows.map(toAudit), ...about }
}

/** One page of what the organisation's admins did, the latest first. */
export async function listActions(
  { query }: ParsedOf<typeof actionsEndpoint>,
  { db, member }: Call,
): Promise<Paged<AdminAction>> {
  const filter = { from: query.created_at_ge, to: query.created_at_le, userId: query.user_id }
  const list = { organizationId: member.organizationId, kind: 'action' as const, filter }
  const { ids, about } = await idsOfPage(db, list, query.page)
  const rows = await db.select(actionColumns).from(audits).where(isOneOf(ids)).orderBy(desc(audits.id))
  return { data: rows.map(toAction), ...about }
}
