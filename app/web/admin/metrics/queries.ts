import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { MetricName } from '~/contract/metrics.ts'
import type { Me } from '~/contract/users.ts'
import { dayIn } from '~/web/admin/organization-day.ts'
import { metricNameOf } from './metric-labels.ts'
import { listMetrics, listQuotas } from './metrics.functions.ts'
import { defaultChart, type MetricsSearch } from './metrics-search.ts'

export const quotasQuery = queryOptions({ queryKey: ['metrics', 'quotas'], queryFn: () => listQuotas() })

/** One page of a month's metrics, its year's before them. The last page stays until the next has come. */
export const metricsQuery = ({ page = 1, name, month }: MetricsSearch & { month: string }) => {
  const query = { page, time_bucket_id: month, with_year: 'true', ...(name && { metric_name: metricNameOf(name) }) }
  return queryOptions({
    queryKey: ['metrics', 'list', query],
    queryFn: ({ signal }) => listMetrics({ data: query, signal }),
    placeholderData: keepPreviousData,
    select: numbered,
  })
}

/** A month of one metric: its days, and the month as a whole. */
export const chartQuery = (metric: MetricName, month: string) =>
  queryOptions({
    queryKey: ['metrics', 'chart', metric, month],
    queryFn: ({ signal }) =>
      listMetrics({ data: { metric_name: metric, time_bucket_id: month, page_size: 100 }, signal }),
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  })

/** What is shown of metrics is out of date. */
export const refreshMetrics = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['metrics'] })

type Listed = Awaited<ReturnType<typeof listMetrics>>

/** A table knows its rows by a number, and these have none. */
const numbered = (list: Listed) => ({ ...list, data: list.data.map((metric, id) => ({ ...metric, id })) })

/** Loads what the screen shows at first. */
export async function prefetchMetrics(queryClient: QueryClient, search: MetricsSearch, { time_zone }: Me) {
  const month = search.month ?? dayIn(time_zone).slice(0, 7)
  await Promise.all([
    queryClient.prefetchQuery(quotasQuery),
    queryClient.prefetchQuery(metricsQuery({ page: search.page, name: search.name, month })),
    queryClient.prefetchQuery(chartQuery(search.chart ?? defaultChart, month)),
  ])
}
