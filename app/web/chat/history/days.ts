/** Beginnings of days as ISO 8601 in UTC, to be compared with the times of the API letter by letter. */
export interface Days {
  today: string
  yesterday: string
  /** Seven days before today. */
  week: string
  /** Thirty days before today. */
  month: string
}

/** The days around a moment, in the browser's time zone where none is given. */
export function daysAround(now: Date, timeZone?: string): Days {
  const clock = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  /** A moment as a clock of that zone shows it, in milliseconds. */
  const shown = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`)
  const today = Math.floor(shown(now.getTime()) / day) * day
  const beginning = (daysAgo: number) => {
    const midnight = today - daysAgo * day
    // The zone's distance from UTC is another where the clocks were changed in between.
    const guess = midnight - (shown(midnight) - midnight)
    return new Date(guess - (shown(guess) - midnight)).toISOString()
  }
  return { today: beginning(0), yesterday: beginning(1), week: beginning(7), month: beginning(30) }
}

const day = 24 * 3600 * 1000
