import { and, count, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { listMetrics as endpoint, Metric } from '~/contract/metrics.ts'
import type { Paged } from '~/contract/shared.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { metrics, quotas } from '~/provider/db/index.ts'
import { bucketLength } from '~/provider/time/buckets.ts'

type Query = ParsedOf<typeof endpoint>['query']

/**
 * One page of what the organisation used: the latest month first, then its days from the latest on; a year after its
 * months, or before all else where it was asked for.
 */
export async function listMetrics({ query }: { query: Query }, { db, member }: Call): Promise<Paged<Metric>> {
  const { page, page_size } = query
  const wanted = and(eq(metrics.organization_id, member.organizationId), ...filters(query))
  const [data, [found]] = await db.batch([
    db
      .select({
        name: sql<Metric['name']>`${metrics.metric}`.as('name'),
        time_bucket_type: sql<Metric['time_bucket_type']>`${metrics.bucket_type}`.as('time_bucket_type'),
        time_bucket_id: sql<string>`${metrics.bucket_id}`.as('time_bucket_id'),
        value: metrics.value,
        quota: sql<number | null>`${quotas.quota}`.as('quota'),
      })
      .from(metrics)
      .leftJoin(
        quotas,
        and(
          eq(quotas.organization_id, metrics.organization_id),
          eq(quotas.metric, metrics.metric),
          eq(quotas.bucket_type, metrics.bucket_type),
        ),
      )
      .where(wanted)
      .orderBy(
        ...(query.with_year ? [desc(eq(metrics.bucket_type, 'year'))] : []),
        desc(sql`substr(${metrics.bucket_id}, 1, 7)`),
        sql`length(${metrics.bucket_id})`,
        desc(metrics.bucket_id),
        metrics.metric,
      )
      .limit(page_size)
      .offset((page - 1) * page_size),
    db.select({ total: count() }).from(metrics).where(wanted),
  ])
  return { data, ...pageNumbers(found?.total ?? 0, { page, page_size }) }
}

/** At most some thousand rows a year: none of these needs an index of its own. */
const filters = ({
  metric_name,
  time_bucket_id: bucket,
  time_bucket_type: type,
  with_year,
}: Query): (SQL | undefined)[] => [
  metric_name ? or(...namesOf(metric_name).map((part) => sql`instr(${metrics.metric}, ${part}) > 0`)) : undefined,
  bucket
    ? or(
        sql`substr(${metrics.bucket_id}, 1, ${bucket.length}) = ${bucket}`,
        with_year ? eq(metrics.bucket_id, bucket.slice(0, bucketLength.year)) : undefined,
      )
    : undefined,
  type ? eq(metrics.bucket_type, type) : undefined,
]

const namesOf = (parts: string) => parts.toLowerCase().split(',', 20)
