import { ApiError } from '~/contract/errors.ts'

/** Days (2026-11-21) or moments, in UTC; both open where they are left out. */
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
 * The moments of an interval. A day begins with it, and ends with it: its end is the end of that day in UTC (spec,
 * section 7, 'Audits').
 *
 * @throws ApiError `invalid_audit_interval` when it ends before it starts (spec, section 5)
 */
export function momentsOf({ from, to }: Interval): Moments {
  const start = from && moment(from)
  const end = to && (isDay(to) ? moment(to, day) : moment(to, 1))
  if (start && end && start >= end) throw new ApiError('invalid_audit_interval')
  return { from: start, before: end }
}

const day = 24 * 60 * 60 * 1000
const isDay = (text: string) => text.length === '2026-11-21'.length
const moment = (text: string, later = 0) => new Date(Date.parse(text) + later).toISOString()
