import { useSyncExternalStore } from 'react'
import { type Days, daysAround } from './days.ts'

let known: Days | undefined
let onServer: Days | undefined

/** The days around today in the browser's time zone; anew after midnight. The first render is in UTC, as the server's is. */
export const useDays = (): Days => useSyncExternalStore(subscribe, current, currentUtc)

const current = () => (known = sameUnlessNew(known, daysAround(new Date())))
const currentUtc = () => (onServer = sameUnlessNew(onServer, daysAround(new Date(), true)))

const sameUnlessNew = (before: Days | undefined, days: Days) => (before?.today === days.today ? before : days)

/** Looks every minute, since a computer that sleeps over midnight stops its timers. */
function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, 60_000)
  return () => clearInterval(timer)
}
