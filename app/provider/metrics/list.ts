import { eq } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { listMetrics as endpoint, Metric } from '~/contract/metrics.ts'
import type { Paged } from '~/contract/shared.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { fileMetrics, quotas } from '~/provider/db/index.ts'
import { callObject } from '~/provider/objects/call.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { bucketLength } from '~/provider/time/buckets.ts'

type Query = ParsedOf<typeof endpoint>['query']
type Value = Omit<Metric, 'quota'>

/**
 * One page of what the organisation used, of questions by its object and of files by the directory: the latest month first, then
 * its days from the latest on; a year after its months, or before all else where it was asked for. At most some thousand values a
 * year, which are looked through as they are.
 */
export async function listMetrics({ query }: { query: Query }, { env, db, member }: Call): Promise<Paged<Metric>> {
  const { page, page_size } = query
  const [ofQuestions, [ofFiles, limits]] = await Promise.all([
    callObject(() => organizationObject(env, member.organizationKey).metrics()),
    db.batch([
      db.select().from(fileMetrics).where(eq(fileMetrics.organization_id, member.organizationId)),
      db.select().from(quotas).where(eq(quotas.organization_id, member.organizationId)),
    ]),
  ])
  const values: Value[] = [
    ...ofQuestions,
    ...ofFiles.map(({ metric: name, bucket_type, bucket_id, value }) => ({
      name,
      time_bucket_type: bucket_type,
      time_bucket_id: bucket_id,
      value,
    })),
  ]
  const quotaOf = ({ name, time_bucket_type: type }: Value) =>
    limits.find(({ metric, bucket_type }) => metric === name && bucket_type === type)?.quota ?? null
  const wanted = values.filter((value) => isWanted(value, query)).toSorted(inOrder(query))
  const data = wanted
    .slice((page - 1) * page_size, page * page_size)
    .map((value) => ({ ...value, quota: quotaOf(value) }))
  return { data, ...pageNumbers(wanted.length, { page, page_size }) }
}

function isWanted(
  { name, time_bucket_id: id, time_bucket_type: type }: Value,
  { metric_name, time_bucket_id: bucket, time_bucket_type, with_year }: Query,
): boolean {
  const isNamed =
    !metric_name ||
    metric_name
      .toLowerCase()
      .split(',', 20)
      .some((part) => name.includes(part))
  const isWithin = !bucket || id.startsWith(bucket) || (with_year && id === bucket.slice(0, bucketLength.year))
  return isNamed && isWithin && (!time_bucket_type || time_bucket_type === type)
}

const inOrder =
  ({ with_year }: Query) =>
  (one: Value, other: Value): number => {
    const [a, b] = [one.time_bucket_id, other.time_bucket_id]
    const isYear = ({ time_bucket_type: type }: Value) => Number(with_year && type === 'year')
    return (
      isYear(other) - isYear(one) ||
      descending(a.slice(0, bucketLength.month), b.slice(0, bucketLength.month)) ||
      a.length - b.length ||
      descending(a, b) ||
      -descending(one.name, other.name)
    )
  }

const descending = (one: string, other: string) => (one < other ? 1 : one > other ? -1 : 0)
