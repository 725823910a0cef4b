import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { OrganizationQuery, Page, paged } from './shared.ts'

/** What is counted. `stored_bytes` is what is stored at the end of a bucket; the others are what happened within it. */
export const metricNames = [
  'questions',
  'active_users',
  'input_tokens',
  'output_tokens',
  'stored_bytes',
  'processed_pages',
] as const
export const MetricName = z.enum(metricNames)
export type MetricName = z.infer<typeof MetricName>

/** Days begin at midnight in the organisation's time zone. */
export const BucketType = z.enum(['day', 'month', 'year'])
export type BucketType = z.infer<typeof BucketType>

export const Metric = z.object({
  name: MetricName,
  time_bucket_type: BucketType,
  /** 2026-11-21, 2026-11 or 2026. */
  time_bucket_id: z.string(),
  value: z.number().int(),
  quota: z.number().int().nullable(),
})
export type Metric = z.infer<typeof Metric>

/** A bucket, or the beginning of its id: a month stands for itself and its days. */
export const BucketId = z.string().regex(/^\d{4}(-\d\d(-\d\d)?)?$/)

export const listMetrics = endpoint({
  method: 'get',
  path: '/v1/metrics',
  access: 'admin',
  scope: 'admin:read',
  summary: 'What the organisation used, the latest month first and then its days, beside its quotas.',
  query: OrganizationQuery.extend({
    page: Page,
    page_size: z.coerce.number().int().min(1).max(1000).default(20),
    /** A part of the metric's name, or several of which one has to fit, separated by commas. */
    metric_name: z.string().max(100).optional(),
    time_bucket_id: BucketId.optional(),
    /** The year of a month or day, too, before all else. */
    with_year: z.stringbool().default(false),
    time_bucket_type: BucketType.optional(),
  }),
  output: paged(Metric),
})

export const Quota = z.object({
  metric_name: MetricName,
  time_bucket_type: BucketType,
  quota: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
})
export type Quota = z.infer<typeof Quota>

export const listQuotas = endpoint({
  method: 'get',
  path: '/v1/quotas',
  access: 'admin',
  scope: 'admin:read',
  summary: "The organisation's quotas.",
  output: z.object({ data: z.array(Quota) }),
})

export const setQuota = endpoint({
  method: 'put',
  path: '/v1/quotas',
  access: 'admin',
  summary: 'Sets a quota, or takes it away where `quota` is null.',
  body: Quota.extend({ quota: Quota.shape.quota.nullable() }),
  output: 'nothing',
})
