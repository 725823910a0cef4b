import type { MetricName } from '~/contract/metrics.ts'

/** Complete by its type, in the order in which metrics are offered. */
const known: Record<MetricName, true> = {
  questions: true,
  active_users: true,
  input_tokens: true,
  output_tokens: true,
  stored_bytes: true,
  processed_pages: true,
}

export const metricNames = Object.keys(known) as MetricName[]

export const isMetricName = (value: unknown): value is MetricName =>
  typeof value === 'string' && Object.hasOwn(known, value)
