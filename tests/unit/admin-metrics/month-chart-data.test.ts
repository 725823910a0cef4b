import { expect, test } from 'vitest'
import type { Metric, MetricName } from '~/contract/metrics.ts'
import { monthChartData } from '~/web/admin/metrics/month-chart-data.ts'

const bucket = (name: MetricName, id: string, value: number): Metric => ({
  name,
  time_bucket_type: id.length === 7 ? 'month' : 'day',
  time_bucket_id: id,
  value,
  quota: null,
})

test('questions add up from day to day, and the days to come are left out', () => {
  const rows = [
    bucket('questions', '2026-11', 9),
    bucket('questions', '2026-11-04', 5),
    bucket('questions', '2026-11-02', 4),
  ]
  expect(monthChartData('questions', '2026-11', rows, '2026-11-04')).toEqual({
    days: [
      { day: '2026-11-01', value: 0, reached: 0 },
      { day: '2026-11-02', value: 4, reached: 4 },
      { day: '2026-11-03', value: 0, reached: 4 },
      { day: '2026-11-04', value: 5, reached: 9 },
    ],
    length: 30,
    total: 9,
  })
})

test('what is stored stays stored on days without a change', () => {
  const rows = [bucket('stored_bytes', '2026-11-01', 70), bucket('stored_bytes', '2026-11-03', 20)]
  const { days } = monthChartData('stored_bytes', '2026-11', rows, '2026-11-04')
  expect(days.map(({ value }) => value)).toEqual([70, 70, 20, 20])
})

test("active users of days do not add up: the month's value is the month's own", () => {
  const rows = [
    bucket('active_users', '2026-02', 2),
    bucket('active_users', '2026-02-01', 2),
    bucket('active_users', '2026-02-02', 1),
  ]
  const { days, total, length } = monthChartData('active_users', '2026-02', rows, '2026-11-04')
  expect(days[1]).toEqual({ day: '2026-02-02', value: 1 })
  expect({ total, days: days.length, length }).toEqual({ total: 2, days: 28, length: 28 })
})

test('a leap year has its day, and a month to come no day at all', () => {
  expect(monthChartData('questions', '2028-02', [], '2028-03-01').length).toBe(29)
  expect(monthChartData('questions', '2026-12', [], '2026-11-30').days).toEqual([])
})
