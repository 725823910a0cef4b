import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Metric, MetricName, Quota } from '~/contract/metrics.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { classes } from '~/ui/classes.ts'
import { Select } from '~/ui/select/select.tsx'
import { DayBars, MonthLine } from './chart-panels.tsx'
import { DaySlider } from './day-slider.tsx'
import { metricLabels } from './metric-labels.ts'
import { metricNames } from './metric-names.ts'
import { bucketText, valueText } from './metric-text.ts'
import { type ChartDay, monthChartData } from './month-chart-data.ts'
import { chartQuery } from './queries.ts'

interface MonthChartProps {
  metric: MetricName
  month: string
  /** The organisation's day. */
  today: string
  quotas: Quota[]
  onMetric: (metric: MetricName) => void
}

const none: Metric[] = []

/** A month of one metric against its quota: the sum so far as a line, and the days as bars. */
export function MonthChart({ metric, month, today, quotas, onMetric }: MonthChartProps) {
  const { data: buckets = none, isPlaceholderData } = useQuery(chartQuery(metric, month))
  const [pointed, setPointed] = useState<number>()
  const title = useId()
  const data = monthChartData(metric, month, buckets, today)
  const quotaOf = (type: Quota['time_bucket_type']) =>
    quotas.find(({ metric_name, time_bucket_type }) => metric_name === metric && time_bucket_type === type)?.quota
  const quota = quotaOf('month')
  const day = pointed === undefined ? undefined : data.days[pointed]
  const isSum = metric !== 'stored_bytes' && metric !== 'active_users'

  return (
    <section aria-labelledby={title} className="shrink-0 px-4 pb-5 md:px-6">
      <div className="rounded-lg border border-line bg-surface p-4">
        <h2 id={title} className="sr-only">
          {metricLabels[metric]()}, {bucketText(month)}
        </h2>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Total metric={metric} total={data.total} quota={quota} />
          <div className="rounded-md border border-line">
            <Select
              label={m.metrics_chart_metric()}
              value={metric}
              options={metricNames.map((name) => ({ value: name, label: metricLabels[name]() }))}
              onChange={onMetric}
            />
          </div>
        </div>
        <div className={classes('transition-opacity', isPlaceholderData && 'opacity-50')}>
          {quota !== undefined && <QuotaMeter share={shareOf(data.total, quota)} />}
          <DaySlider
            label={m.metrics_chart_day()}
            days={data.days.length}
            slots={data.length}
            valueText={(index) => dayText(metric, data.days[index]!)}
            pointed={pointed}
            onPoint={setPointed}
          >
            {metric !== 'active_users' && (
              <MonthLine metric={metric} days={data.days} slots={data.length} quota={quota} />
            )}
            {metric !== 'stored_bytes' && (
              <DayBars metric={metric} days={data.days} slots={data.length} quota={quotaOf('day')} low={isSum} />
            )}
          </DaySlider>
          <div aria-hidden className="mt-1 flex justify-between gap-2 text-xs text-muted tabular-nums">
            <span>{bucketText(`${month}-01`)}</span>
            {day && <span className="text-ink">{dayText(metric, day)}</span>}
            <span className={classes(day && 'max-sm:hidden')}>{bucketText(`${month}-${data.length}`)}</span>
          </div>
        </div>
      </div>
    </section>
  )
}

interface TotalProps {
  metric: MetricName
  total: number
  quota: number | undefined
}

/** The chart in words: what the month came to, and how much of its quota that is. */
const Total = ({ metric, total, quota }: TotalProps) => (
  <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted tabular-nums">
    <span className="text-2xl font-semibold tracking-tight text-ink">{valueText(metric, total)}</span>
    {quota === undefined ? (
      m.metrics_chart_no_quota()
    ) : (
      <>
        <span>{m.metrics_chart_of({ quota: valueText(metric, quota) })}</span>
        <span>({percent(shareOf(total, quota))})</span>
      </>
    )}
  </p>
)

const QuotaMeter = ({ share }: { share: number }) => (
  <div
    role="meter"
    aria-label={m.metrics_col_quota()}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.min(100, Math.floor(share * 100))}
    aria-valuetext={percent(share)}
    className="mb-3 h-1.5 overflow-hidden rounded-full bg-sunken"
  >
    <div
      className={classes('h-full rounded-full', share >= 1 ? 'bg-danger' : 'bg-accent')}
      style={{ width: `${Math.min(1, share) * 100}%` }}
    />
  </div>
)

/** A quota of nothing is used up. */
const shareOf = (total: number, quota: number) => (quota === 0 ? 1 : total / quota)

const percent = (share: number) =>
  new Intl.NumberFormat(getLocale(), { style: 'percent', roundingMode: 'floor' }).format(share)

/** A day's values in words. */
function dayText(metric: MetricName, { day, value, reached }: ChartDay): string {
  const values = { day: bucketText(day), value: valueText(metric, value) }
  if (reached === undefined) return m.metrics_chart_on_day(values)
  return m.metrics_chart_to_day({ ...values, reached: valueText(metric, reached) })
}
