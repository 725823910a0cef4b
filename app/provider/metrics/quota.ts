import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { BucketType, MetricName } from '~/contract/metrics.ts'
import type { Database } from '~/provider/db/index.ts'
import { bucketEnd } from '~/provider/time/buckets.ts'
import type { OrganizationDay } from '~/provider/time/today.ts'

/** What a call is about to use of a metric. Queries may refer to the quota as `quotas`. */
export interface Demand {
  metric: MetricName
  /** What counts against the quota already: the metric's value, and what was let in but is not counted yet. */
  used: SQL
  /** What the call adds; one that adds nothing is not refused. */
  wanted: SQL | number
}

/**
 * Refuses a call for which a quota has no room.
 * @throws ApiError `quota_exceeded`, with the seconds until it renews where it does so by itself
 */
export async function requireQuota(db: Database, at: OrganizationDay, demands: Demand[]): Promise<void> {
  const exceeded = await db.all<{ metric: MetricName; bucket_type: BucketType }>(exceededQuotas(at, demands))
  if (exceeded.length === 0) return
  // What is stored stays stored when a day ends.
  if (exceeded.some(({ metric }) => metric === 'stored_bytes')) throw new ApiError('quota_exceeded')
  const end = Math.max(...exceeded.map(({ bucket_type }) => bucketEnd(at.timeZone, at.day, bucket_type).getTime()))
  throw new ApiError('quota_exceeded', { retry_after: Math.max(1, Math.ceil((end - Date.now()) / 1000)) })
}

/**
 * The same as a statement of the batch that stores what is let in, so that calls at the same moment cannot pass
 * together: it fails, and with it the batch, when a quota has no room. D1 has no other way to end a batch.
 */
export const quotaGuard = (db: Database, at: OrganizationDay, demands: Demand[]) =>
  db
    .select({
      failsAtQuota: sql`json(CASE WHEN EXISTS (${exceededQuotas(at, demands)}) THEN 'a quota is used up' ELSE '0' END)`,
    })
    .from(sql`(SELECT 1)`)

/** The value of a metric in the bucket of the quota. */
export const valueOf = ({ organizationId, day }: OrganizationDay, metric: MetricName) => sql`coalesce((
  SELECT value FROM metrics
  WHERE organization_id = ${organizationId} AND metric = ${metric}
    AND bucket_type = quotas.bucket_type AND bucket_id = ${bucketOf(day)}), 0)`

/** The id of the quota's bucket on a day. */
export const bucketOf = (day: string) =>
  sql`substr(${day}, 1, CASE quotas.bucket_type WHEN 'day' THEN 10 WHEN 'month' THEN 7 ELSE 4 END)`

const exceededQuotas = ({ organizationId }: OrganizationDay, demands: Demand[]) =>
  sql.join(
    demands.map(
      ({ metric, used, wanted }) => sql`
        SELECT quotas.metric, quotas.bucket_type FROM quotas
        WHERE quotas.organization_id = ${organizationId} AND quotas.metric = ${metric}
          AND ${wanted} > 0 AND ${used} + ${wanted} > quotas.quota`,
    ),
    sql` UNION ALL `,
  )
