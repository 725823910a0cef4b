import { sql } from 'drizzle-orm'
import type { Call } from '~/provider/api/serve.ts'
import { bucketOf, type Demand, quotaGuard, requireQuota, valueOf } from './quota.ts'
import { type OrganizationDay, today } from '~/provider/time/today.ts'

/**
 * Ends the call when the member's organisation has used up a quota of questions, tokens or active users.
 * @throws ApiError `quota_exceeded` with the seconds until it renews
 */
export async function requireQuestionQuota({ db, member }: Call): Promise<void> {
  const at = await today(db, member.organizationId)
  await requireQuota(db, at, demandsOf(at, member.id))
}

/** The same as a statement of the batch that stores a question. */
export const questionQuotaGuard = ({ db, member }: Call, at: OrganizationDay) =>
  quotaGuard(db, at, demandsOf(at, member.id))

/** Tokens are known when an answer has ended, so the last one may go beyond their quota. */
const demandsOf = (at: OrganizationDay, userId: number): Demand[] => [
  {
    metric: 'questions',
    used: sql`${valueOf(at, 'questions')} + (SELECT count(*) ${runningIn(at)})`,
    wanted: 1,
  },
  { metric: 'input_tokens', used: valueOf(at, 'input_tokens'), wanted: 1 },
  { metric: 'output_tokens', used: valueOf(at, 'output_tokens'), wanted: 1 },
  {
    metric: 'active_users',
    used: sql`${valueOf(at, 'active_users')} + (
      SELECT count(DISTINCT users.id) ${runningIn(at)} AND NOT ${isActive(at, sql`users.id`)})`,
    wanted: sql`(NOT ${isActive(at, sql`${userId}`)} AND NOT EXISTS (SELECT 1 ${runningIn(at)} AND users.id = ${userId}))`,
  },
]

/**
 * The organisation's answers that are being written and have no audit yet, with which they are counted
 * (`recordAnswer`). From the index of running answers, however many others there are.
 */
const runningIn = ({ organizationId }: OrganizationDay) => sql`
  FROM entries INDEXED BY one_running_answer
  CROSS JOIN conversations ON conversations.id = entries.conversation_id
  CROSS JOIN users ON users.id = conversations.user_id
  WHERE entries.status = 'streaming' AND users.organization_id = ${organizationId} AND NOT EXISTS (
    SELECT 1 FROM audits WHERE audits.organization_id = ${organizationId} AND audits.source = 'answer:' || entries.id)`

const isActive = ({ organizationId, day }: OrganizationDay, userId: ReturnType<typeof sql>) => sql`EXISTS (
  SELECT 1 FROM active_users
  WHERE active_users.organization_id = ${organizationId} AND active_users.bucket_type = quotas.bucket_type
    AND active_users.bucket_id = ${bucketOf(day)} AND active_users.user_id = ${userId})`
