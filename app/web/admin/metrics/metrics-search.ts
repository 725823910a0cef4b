import type { MetricName } from '~/contract/metrics.ts'
import { pageIn, textIn } from '~/ui/search-params.ts'
import { isMetricName } from './metric-names.ts'

/**
 * The metrics' address. Left out is the default: the first page, all metrics, the current month, the chart of
 * questions.
 */
export interface MetricsSearch {
  page?: number | undefined
  /** What metrics' names are searched for. */
  name?: string | undefined
  /** 2026-11 */
  month?: string | undefined
  /** The metric of the chart. */
  chart?: MetricName | undefined
}

export const defaultChart = 'questions'

/** Reads it from an address; a bad value is the default, never an error. */
export const metricsSearch = ({ page, name, month, chart }: Record<string, unknown>): MetricsSearch => ({
  page: pageIn(page),
  name: textIn(name, 100),
  month: isMonth(month) ? month : undefined,
  chart: isMetricName(chart) && chart !== defaultChart ? chart : undefined,
})

const isMonth = (value: unknown): value is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(String(value))
