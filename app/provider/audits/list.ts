import type { AdminAction, Audit, listActions as actionsEndpoint, listAudits as endpoint } from '~/contract/audits.ts'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { Paged } from '~/contract/shared.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { callObject } from '~/provider/objects/call.ts'
import { type AuditFilter, type AuditRow, pageSize } from '~/provider/organization/audit-list.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { toAction, toAudit } from './audit.ts'
import { type Interval, momentsOf } from './interval.ts'

/** One page of the organisation's chat requests, the latest first. */
export async function listAudits({ query }: ParsedOf<typeof endpoint>, call: Call): Promise<Paged<Audit>> {
  const filter = {
    from: query.created_at_ge,
    to: query.created_at_le,
    userId: query.user_id,
    conversationId: query.conversation_id,
    feedback: query.feedback,
  }
  return pageOf({ kind: 'request', filter, page: query.page, toRow: toAudit }, call)
}

/** One page of what the organisation's admins did, the latest first. */
export async function listActions(
  { query }: ParsedOf<typeof actionsEndpoint>,
  call: Call,
): Promise<Paged<AdminAction>> {
  const filter = { from: query.created_at_ge, to: query.created_at_le, userId: query.user_id }
  return pageOf({ kind: 'action', filter, page: query.page, toRow: toAction }, call)
}

interface List<Row> {
  kind: AuditFilter['kind']
  filter: Interval & Omit<AuditFilter, 'kind' | 'from' | 'before'>
  page: number
  toRow: (row: AuditRow) => Row
}

async function pageOf<Row>({ kind, filter, page, toRow }: List<Row>, { env, db, member }: Call): Promise<Paged<Row>> {
  const { from, to, ...narrowing } = filter
  const moments = await momentsOf(db, member.organizationId, { from, to })
  const { rows, total, ...more } = await callObject(() =>
    organizationObject(env, member.organizationKey).page({ kind, ...moments, ...narrowing }, page),
  )
  return { data: rows.map(toRow), ...pageNumbers(total, { page, page_size: pageSize }), ...more }
}
