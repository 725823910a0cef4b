import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Quota } from '~/contract/metrics.ts'
import { type Database, quotas } from '~/provider/db/index.ts'
import { callObject } from '~/provider/objects/call.ts'
import type { Organization } from '~/provider/organization/chain.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import type { QuotaQuestion } from '~/provider/organization/usage.ts'

/** An organisation's quotas that a question may use up, as a statement. */
export const selectQuestionQuotas = (db: Database, organizationId: number | SQL<number>) =>
  db
    .select({
      metric_name: sql<Quota['metric_name']>`${quotas.metric}`.as('metric_name'),
      time_bucket_type: sql<Quota['time_bucket_type']>`${quotas.bucket_type}`.as('time_bucket_type'),
      quota: quotas.quota,
    })
    .from(quotas)
    .where(
      and(
        eq(quotas.organization_id, organizationId),
        inArray(quotas.metric, ['questions', 'active_users', 'input_tokens', 'output_tokens']),
      ),
    )

/**
 * Keeps a place for a question within its organisation's quotas and its model's limit, until the audit with this reservation is appended
 * (`NewRequest.reservation`), for 15 minutes at most. Without a quota nobody is asked. Safe to repeat.
 * @throws ApiError `quota_exceeded` or `model_limit_reached`, with the seconds until it renews
 */
export async function reserveQuestion(env: Env, organization: Organization, question: QuotaQuestion): Promise<void> {
  if (question.quotas.length === 0 && !question.modelLimit) return
  const noPlace = await callObject(() =>
    organizationObject(env, organization.key).reserveQuestion(organization, question),
  )
  if (noPlace) throw new ApiError(noPlace.code, { retry_after: noPlace.retryAfter })
}

/** Gives a place back that was kept for a question which was not stored after all. */
export const releaseQuestion = (env: Env, { key }: Organization, reservation: string): Promise<void> =>
  callObject(() => organizationObject(env, key).endReservation(reservation))
