import { ApiError } from '~/contract/errors.ts'
import type { Database } from '~/provider/db/index.ts'
import { bucketEnd, dayStart } from '~/provider/time/buckets.ts'
import { today } from '~/provider/time/today.ts'

/** Days (2026-11-21) in the organisation's time zone, or moments; both open where they are left out. */
export interface Interval {
  from?: string | undefined
  to?: string | undefined
}

/** The moments from `from` on and before `before`, as rows have them. */
export interface Moments {
  from?: string | undefined
  before?: string | undefined
}

/**
 * The moments of an interval of an organisation.
 * @throws ApiError `invalid_audit_interval` when it ends before it starts
 */
export async function momentsOf(db: Database, organizationId: number, interval: Interval): Promise<Moments> {
  if (!interval.from && !interval.to) return {}
  const { timeZone } = await today(db, organizationId)
  return momentsIn(timeZone, interval)
}

/** The same where the time zone is known. A day begins and ends with its midnights there; a moment is meant with itself. */
export function momentsIn(timeZone: string, { from, to }: Interval): Moments {
  const start = from && (isDay(from) ? dayStart(timeZone, from) : new Date(from)).toISOString()
  const end = to && (isDay(to) ? bucketEnd(timeZone, to, 'day') : new Date(Date.parse(to) + 1)).toISOString()
  if (start && end && start >= end) throw new ApiError('invalid_audit_interval')
  return { from: start, before: end }
}

const isDay = (text: string) => text.length === '2026-11-21'.length
