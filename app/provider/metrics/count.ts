import { type SQL, sql } from 'drizzle-orm'
import type { MetricName } from '~/contract/metrics.ts'
import { type Database, fileMetrics } from '~/provider/db/index.ts'
import type { OrganizationDay } from '~/provider/time/today.ts'

/**
 * The metrics of files. They are in the directory and change in the batch that changes the files: nothing is lost or counted twice,
 * and an upload's quota is looked at in the same batch.
 */
export type FileMetric = Extract<MetricName, 'stored_bytes' | 'processed_pages'>

/** The buckets of a day: `type`, and the `length` of its id. */
export const buckets = sql`(SELECT 'day' AS type, 10 AS length UNION ALL SELECT 'month', 7 UNION ALL SELECT 'year', 4)`

/**
 * A statement that adds to a metric in the day's buckets. It belongs into the batch of what it counts, before it, so
 * that both happen or none does.
 * @param amount a scalar query; none or 0 counts nothing
 */
export const counted = (db: Database, { organizationId, day }: OrganizationDay, metric: FileMetric, amount: SQL) =>
  db
    .insert(fileMetrics)
    .select(
      sql`
        SELECT ${organizationId}, ${metric}, bucket.type, substr(${day}, 1, bucket.length), counted.amount
        FROM (SELECT (${amount}) AS amount) AS counted, ${buckets} AS bucket
        WHERE counted.amount <> 0`,
    )
    .onConflictDoUpdate({ target: bucketKey, set: { value: sql`${fileMetrics.value} + excluded.value` } })

/**
 * A statement that changes the bytes that an organisation stores, as of the end of the day's buckets; like {@link
 * counted}. A bucket goes on from the latest one. That one takes the change, too, where it is beyond the day: calls
 * around midnight may be stored in another order than they came in.
 */
export const storedBytesChanged = (db: Database, { organizationId, day }: OrganizationDay, amount: SQL) =>
  db
    .insert(fileMetrics)
    .select(
      sql`
        SELECT
          ${organizationId}, 'stored_bytes', bucket.type,
          max(substr(${day}, 1, bucket.length), coalesce(${latestStored(organizationId, sql`bucket.type`, 'bucket_id')}, '')),
          coalesce(${latestStored(organizationId, sql`bucket.type`, 'value')}, 0) + counted.amount
        FROM (SELECT (${amount}) AS amount) AS counted, ${buckets} AS bucket
        WHERE counted.amount <> 0`,
    )
    .onConflictDoUpdate({ target: bucketKey, set: { value: sql`excluded.value` } })

const bucketKey = [fileMetrics.organization_id, fileMetrics.metric, fileMetrics.bucket_type, fileMetrics.bucket_id]

/** A column of the latest bucket of a type that tells what is stored. */
export const latestStored = (organizationId: number | SQL, type: SQL, column: 'bucket_id' | 'value') => sql`(
  SELECT ${sql.raw(column)} FROM file_metrics
  WHERE organization_id = ${organizationId} AND metric = 'stored_bytes' AND bucket_type = ${type}
  ORDER BY bucket_id DESC LIMIT 1)`
