import type { BucketType } from '~/contract/metrics.ts'

/** How much of a day (`2026-11-21`) names its bucket of a type. */
export const bucketLength = { day: 10, month: 7, year: 4 } as const satisfies Record<BucketType, number>

/**
 * The day that a moment falls on in a time zone, as the buckets of metrics are named: `2026-11-21`; its beginning
 * names month and year.
 */
export const dayIn = (timeZone: string, at: Date): string => localTime(timeZone, at).slice(0, bucketLength.day)

/** A moment as a clock in a time zone tells it: `2026-11-21 16:03:12`. */
export function localTime(timeZone: string, at: Date): string {
  const part = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`
}

/** The moment, to the second, at which the bucket of a day ends in a time zone: when its first day after begins. */
export const bucketEnd = (timeZone: string, day: string, type: BucketType): Date =>
  dayStart(timeZone, dayAfter(day, type))

/** The moment, to the second, at which a day begins in a time zone. */
export function dayStart(timeZone: string, day: string): Date {
  // No zone is further than 14 hours from UTC.
  let before = Date.parse(day) - 15 * hour
  let after = Date.parse(day) + 15 * hour
  while (after - before > 1000) {
    const middle = Math.round((before + after) / 2000) * 1000
    if (dayIn(timeZone, new Date(middle)) < day) before = middle
    else after = middle
  }
  return new Date(after)
}

const hour = 60 * 60 * 1000

/** The day so many days after another, or before it. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * hour).toISOString().slice(0, 10)

/** The first day after the bucket. */
function dayAfter(day: string, type: BucketType): string {
  const date = new Date(`${day.slice(0, bucketLength[type])}${'-01-01'.slice(bucketLength[type] - 4)}T00:00:00Z`)
  if (type === 'day') date.setUTCDate(date.getUTCDate() + 1)
  if (type === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
  if (type === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1)
  return date.toISOString().slice(0, 10)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one costs more than using it a thousand times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}
