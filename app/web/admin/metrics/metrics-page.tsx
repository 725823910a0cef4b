import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { MonthPicker } from '~/ui/calendar/picker.tsx'
import { SearchField } from '~/ui/form/search-field.tsx'
import { PageFrame } from '~/ui/page-frame.tsx'
import { Table } from '~/ui/table/table.tsx'
import { dayIn } from '~/web/admin/organization-day.ts'
import { TimeZoneNote, useTimeZone } from '~/web/admin/time-zone.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { listed } from '~/web/tables/listed.ts'
import { metricColumns, type MetricRow } from './metric-columns.tsx'
import { defaultChart, type MetricsSearch } from './metrics-search.ts'
import { MonthChart } from './month-chart.tsx'
import { metricsQuery, quotasQuery } from './queries.ts'
import { QuotaChips, type QuotaKey } from './quota-chips.tsx'
import { SetQuota } from './set-quota.tsx'

const route = getRouteApi('/_shell/admin/metrics')

/** What the organisation used: a month of one metric against its quota, and the values below. */
export function MetricsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: quotas, error: noQuotas, refetch: refetchQuotas } = useQuery(quotasQuery)
  const today = dayIn(useTimeZone())
  const thisMonth = today.slice(0, 7)
  const month = search.month ?? thisMonth
  const metrics = useQuery(metricsQuery({ page: search.page, name: search.name, month }))
  const [quota, editQuota] = useState<QuotaKey>()

  const show = (change: Partial<MetricsSearch>) => navigate({ to: '.', search: (before) => ({ ...before, ...change }) })

  return (
    <PageFrame
      title={m.metrics_title()}
      actions={
        quotas && (
          <Button onClick={() => editQuota({ metric: search.chart ?? defaultChart, type: 'month' })}>
            <Gauge aria-hidden className="size-4" />
            {m.quota_set()}
          </Button>
        )
      }
      toolbar={
        <>
          <div className="w-full md:w-80">
            <SearchField
              label={m.metrics_search()}
              value={search.name ?? ''}
              onSearch={(text) => void show({ name: text || undefined, page: undefined })}
            />
          </div>
          <MonthPicker
            label={m.metrics_month()}
            value={month}
            now={thisMonth}
            max={thisMonth}
            required
            onChange={(picked) => void show({ month: picked === thisMonth ? undefined : picked, page: undefined })}
          />
          <TimeZoneNote />
        </>
      }
    >
      {quotas && <QuotaChips quotas={quotas.data} onEdit={editQuota} />}
      {/* Where the height is scarce, as on phones, chart and table scroll together. */}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {quotas && (
          <MonthChart
            metric={search.chart ?? defaultChart}
            month={month}
            today={today}
            quotas={quotas.data}
            onMetric={(metric) => void show({ chart: metric === defaultChart ? undefined : metric })}
          />
        )}
        <div className="flex min-h-80 flex-1 flex-col border-t border-line">
          <Table
            name={m.metrics_table_name()}
            columns={metricColumns}
            rowId={idOf}
            {...listed(metrics)}
            {...(noQuotas && { error: errorMessage(noQuotas), onRetry: () => void refetchQuotas() })}
          />
        </div>
      </div>
      {quotas && <SetQuota quotas={quotas.data} edited={quota} onClose={() => editQuota(undefined)} />}
    </PageFrame>
  )
}

const idOf = ({ id }: MetricRow) => id
