import { LocalTime } from './local-time.tsx'

/** The day of a moment (ISO 8601): 2026-11-21 in English, 2026年11月21日 in Japanese. */
export const Day = ({ at }: { at: string }) => <LocalTime at={at} format={formatDay} />

/** Formats a day; without a time zone in the browser's. */
export function formatDay(at: string, locale: string, timeZone?: string): string {
  // Swedish writes dates as y-MM-dd.
  const format =
    locale === 'ja'
      ? new Intl.DateTimeFormat('ja', { dateStyle: 'long', timeZone })
      : new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone })
  return format.format(new Date(at))
}
