import type { BucketType, MetricName, Quota } from '~/contract/metrics.ts'
import { m } from '~/paraglide/messages'
import { bucketLabels, metricLabels } from './metric-labels.ts'
import { valueText } from './metric-text.ts'

/** Which quota: a metric's, of its days, months or years. */
export interface QuotaKey {
  metric: MetricName
  type: BucketType
}

interface QuotaChipsProps {
  quotas: Quota[]
  onEdit: (quota: QuotaKey) => void
}

/** All quotas that are set, whatever month is shown; each leads to where it is changed or removed. */
export function QuotaChips({ quotas, onEdit }: QuotaChipsProps) {
  if (quotas.length === 0) return null
  return (
    <ul aria-label={m.quotas()} className="flex shrink-0 gap-2 overflow-x-auto px-4 pb-4 text-sm md:flex-wrap md:px-6">
      {quotas.map(({ metric_name: metric, time_bucket_type: type, quota }) => (
        <li key={`${metric} ${type}`} className="shrink-0">
          <button
            type="button"
            onClick={() => onEdit({ metric, type })}
            className="inline-flex h-9 items-center gap-2 rounded-md border border-line px-3 transition-colors hover:border-line-strong hover:bg-sunken"
          >
            <span className="text-muted">
              {m.quota_of({ metric: metricLabels[metric](), bucket: bucketLabels[type]() })}
            </span>
            <span className="tabular-nums">{valueText(metric, quota)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
