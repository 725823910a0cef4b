import { useSyncExternalStore } from 'react'
import { getLocale } from '~/paraglide/runtime'
import { formatDay } from '~/ui/day.tsx'

/**
 * A moment (ISO 8601) to the second, in the reader's time zone. The server knows none, so the first render is in UTC.
 */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="whitespace-nowrap tabular-nums">
    {useSyncExternalStore(
      unchanging,
      () => formatMoment(at, getLocale()),
      () => formatMoment(at, getLocale(), 'UTC'),
    )}
  </time>
)

function formatMoment(at: string, locale: string, timeZone?: string): string {
  const time = new Intl.DateTimeFormat('sv', { timeStyle: 'medium', timeZone }).format(new Date(at))
  return `${formatDay(at, locale, timeZone)} ${time}`
}

const unchanging = () => () => {}
