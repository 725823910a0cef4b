import type { MetricName } from '~/contract/metrics.ts'
import { getLocale } from '~/paraglide/runtime'
import { byteSize } from '~/ui/byte-size.ts'
import { formatDay } from '~/ui/day.tsx'

/** A metric's value for people: bytes as a size, others as a number. */
export const valueText = (metric: MetricName, value: number) =>
  metric === 'stored_bytes' ? byteSize(value) : value.toLocaleString(getLocale())

/** The same where there is little room: 12K, 1.2万. */
export const shortValueText = (metric: MetricName, value: number) =>
  metric === 'stored_bytes'
    ? byteSize(value, 0)
    : new Intl.NumberFormat(getLocale(), { notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** A bucket's id as a date of the language: 2026-11-21, 2026-11 and 2026; 2026年11月21日, 2026年11月 and 2026年. */
export function bucketText(id: string): string {
  if (id.length === 10) return formatDay(id, getLocale(), 'UTC')
  if (getLocale() !== 'ja') return id
  const [year, month] = id.split('-')
  return month === undefined ? `${year}年` : `${year}年${Number(month)}月`
}
