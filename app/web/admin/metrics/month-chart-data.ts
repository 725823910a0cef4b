import type { Metric, MetricName } from '~/contract/metrics.ts'

/** A day of the chart; `reached` is what the month had come to at its end, where that is more than the day's value. */
export interface ChartDay {
  day: string
  value: number
  reached?: number
}

export interface MonthChartData {
  /** From the first of the month to its last day, or to today. */
  days: ChartDay[]
  /** How many days the month has. */
  length: number
  /** The month's value. */
  total: number
}

/**
 * A month of a metric from its buckets. Most metrics add up from day to day; what is stored stays from day to day; and
 * somebody who is active on two days is one active user of the month.
 */
export function monthChartData(metric: MetricName, month: string, buckets: Metric[], today: string): MonthChartData {
  const valueOf = new Map(
    buckets.filter(({ name }) => name === metric).map((each) => [each.time_bucket_id, each.value]),
  )
  const length = daysIn(month)
  const days: ChartDay[] = []
  let reached = 0
  for (let number = 1; number <= length; number++) {
    const day = `${month}-${String(number).padStart(2, '0')}`
    if (day > today) break
    const value = valueOf.get(day)
    reached = metric === 'stored_bytes' ? (value ?? reached) : reached + (value ?? 0)
    if (metric === 'stored_bytes') days.push({ day, value: reached })
    else if (metric === 'active_users') days.push({ day, value: value ?? 0 })
    else days.push({ day, value: value ?? 0, reached })
  }
  return { days, length, total: valueOf.get(month) ?? 0 }
}

function daysIn(month: string): number {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 0)).getUTCDate()
}
