import { formatDay } from '~/ui/day.tsx'
import { LocalTime } from '~/ui/local-time.tsx'

/** When a message came (ISO 8601): the time, and the day where it is not today. */
export const MessageTime = ({ at }: { at: string }) => <LocalTime at={at} format={formatFromNow} />

const formatFromNow = (at: string, locale: string, timeZone?: string) => formatTime(at, locale, new Date(), timeZone)

/** `2026-11-21 14:03` in English, `2026年11月21日 14:03` in Japanese; the day is left out where it is that of `now`. */
export function formatTime(at: string, locale: string, now: Date, timeZone?: string): string {
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const day = formatDay(at, locale, timeZone)
  const today = day === formatDay(now.toISOString(), locale, timeZone)
  return today ? time.format(new Date(at)) : `${day} ${time.format(new Date(at))}`
}
