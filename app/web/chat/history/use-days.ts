import { useSyncExternalStore } from 'react'
import { drawnTimeZone } from '~/ui/time-zone.ts'
import { type Days, daysAround } from './days.ts'

let known: Days | undefined
let drawn: Days | undefined

/** The days around today in the reader's time zone; updated after midnight. In UTC on a server that does not know the zone. */
export const useDays = (): Days => useSyncExternalStore(subscribe, current, asDrawn)

const current = () => (known = sameUnlessNew(known, daysAround(new Date())))
const asDrawn = () => (drawn = sameUnlessNew(drawn, daysAround(new Date(), drawnTimeZone() ?? 'UTC')))

const sameUnlessNew = (before: Days | undefined, days: Days) =>
  before?.today === days.today && before.month === days.month ? before : days

/** Looks every minute, since a computer that sleeps over midnight stops its timers. */
function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, 60_000)
  return () => clearInterval(timer)
}
