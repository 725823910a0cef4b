import { getLocale } from '~/paraglide/runtime'
import { formatDay } from '~/ui/day.tsx'
import { useTimeZone } from '~/web/admin/time-zone.tsx'

/** A moment (ISO 8601) to the second, in the organisation's time zone, in which the audits' days begin. */
export function Moment({ at }: { at: string }) {
  const timeZone = useTimeZone()
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatDay(at, getLocale(), timeZone)}{' '}
      {new Intl.DateTimeFormat('sv', { timeStyle: 'medium', timeZone }).format(new Date(at))}
    </time>
  )
}
