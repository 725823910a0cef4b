import type { BucketType, MetricName } from '~/contract/metrics.ts'
import { m } from '~/paraglide/messages'
import { metricNames } from './metric-names.ts'

/** What metrics are called. */
export const metricLabels: Record<MetricName, () => string> = {
  questions: m.metric_questions,
  active_users: m.metric_active_users,
  input_tokens: m.metric_input_tokens,
  output_tokens: m.metric_output_tokens,
  stored_bytes: m.metric_stored_bytes,
  processed_pages: m.metric_processed_pages,
}

export const bucketLabels: Record<BucketType, () => string> = {
  day: m.metric_bucket_day,
  month: m.metric_bucket_month,
  year: m.metric_bucket_year,
}

/**
 * The metrics whose names, as they are shown, contain a text; the text itself where there are none. As the API takes
 * it.
 */
export function metricNameOf(text: string): string {
  const part = comparable(text)
  const named = metricNames.filter((name) => comparable(metricLabels[name]()).includes(part))
  return named.length > 0 ? named.join(',') : text
}

const comparable = (text: string) => text.normalize('NFKC').toLowerCase()
