import { Clock } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { useMe } from '~/web/session/me.ts'

/** The organisation's time zone, in which an admin screen shows and filters days and times, wherever its reader sits. */
export const useTimeZone = (): string => useMe().time_zone

/** Says which time zone that is. */
export const TimeZoneNote = () => (
  <p className="inline-flex items-center gap-1.5 text-xs text-muted">
    <Clock aria-hidden className="size-3.5 text-faint" />
    {m.admin_time_zone({ zone: useTimeZone() })}
  </p>
)
