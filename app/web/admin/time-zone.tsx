import { Clock } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { useMe } from '~/web/session/me.ts'

/** The organisation's time zone, in which an admin screen shows and filters days and times, wherever its reader sits. */
export const useTimeZone = (): string => useMe().time_zone

/** Says which time zone that is. */
export const TimeZoneNote = () => (
  <p className="inline-flex h-10 items-center gap-1.5 text-sm text-muted">
    <Clock aria-hidden className="size-4 text-faint" />
    {m.admin_time_zone({ zone: useTimeZone() })}
  </p>
)
