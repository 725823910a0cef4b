import { expect, test } from 'vitest'
import { bucketEnd, dayIn } from '~/provider/time/buckets.ts'

const at = (time: string) => new Date(time)

test('a day begins at midnight in Tokyo', () => {
  expect(dayIn('Asia/Tokyo', at('2026-11-20T14:59:59.999Z'))).toBe('2026-11-20')
  expect(dayIn('Asia/Tokyo', at('2026-11-20T15:00:00Z'))).toBe('2026-11-21')
})

test('a day begins at midnight in New York, an hour earlier in UTC while clocks are forward', () => {
  expect(dayIn('America/New_York', at('2026-03-08T04:59:59Z'))).toBe('2026-03-07')
  expect(dayIn('America/New_York', at('2026-03-08T05:00:00Z'))).toBe('2026-03-08')
  expect(dayIn('America/New_York', at('2026-03-09T03:59:59Z'))).toBe('2026-03-08')
  expect(dayIn('America/New_York', at('2026-03-09T04:00:00Z'))).toBe('2026-03-09')
})

test.each([
  ['Asia/Tokyo', 'day', '2026-11-21', '2026-11-21T15:00:00.000Z'],
  ['Asia/Tokyo', 'month', '2026-11-21', '2026-11-30T15:00:00.000Z'],
  ['Asia/Tokyo', 'year', '2026-11-21', '2026-12-31T15:00:00.000Z'],
  // Clocks go forward: the day has 23 hours.
  ['America/New_York', 'day', '2026-03-08', '2026-03-09T04:00:00.000Z'],
  // Clocks go back: the day has 25.
  ['America/New_York', 'day', '2026-11-01', '2026-11-02T05:00:00.000Z'],
  ['America/New_York', 'month', '2026-10-31', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', 'month', '2026-02-28', '2026-03-01T05:00:00.000Z'],
  ['America/New_York', 'year', '2026-07-04', '2027-01-01T05:00:00.000Z'],
  // Zones at the ends of the world, and one that is not a whole hour away.
  ['Pacific/Kiritimati', 'day', '2026-11-21', '2026-11-21T10:00:00.000Z'],
  ['Pacific/Pago_Pago', 'day', '2026-11-21', '2026-11-22T11:00:00.000Z'],
  ['Asia/Kathmandu', 'day', '2028-02-28', '2028-02-28T18:15:00.000Z'],
  // No midnight: clocks go forward from 24:00 to 1:00.
  ['America/Asuncion', 'day', '2020-10-03', '2020-10-04T04:00:00.000Z'],
] as const)('in %s the %s of %s ends at %s', (zone, type, day, end) => {
  expect(bucketEnd(zone, day, type).toISOString()).toBe(end)
})
