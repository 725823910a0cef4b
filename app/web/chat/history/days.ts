/** Beginnings of days as ISO 8601 in UTC, to be compared with the times of the API letter by letter. */
export interface Days {
  today: string
  yesterday: string
  /** Seven days before today. */
  week: string
  /** Thirty days before today. */
  month: string
}

/** The days around a moment in the browser's time zone; `utc` where that is not known, on the server. */
export function daysAround(now: Date, utc = false): Days {
  const beginning = (daysAgo: number) =>
    (utc
      ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysAgo))
      : new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)
    ).toISOString()
  return { today: beginning(0), yesterday: beginning(1), week: beginning(7), month: beginning(30) }
}
