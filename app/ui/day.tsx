import { useSyncExternalStore } from 'react'
import { getLocale } from '~/paraglide/runtime'

/**
 * The day of a moment (ISO 8601): 2026-11-21 in English, 2026年11月21日 in Japanese (spec, section 2). The server knows no
 * time zone of the reader's, so the first render is in UTC.
 */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} className="whitespace-nowrap tabular-nums">
    {useSyncExternalStore(
      unchanging,
      () => formatDay(at, getLocale()),
      () => formatDay(at, getLocale(), 'UTC'),
    )}
  </time>
)

/** Formats a day; without a time zone in the browser's. */
export function formatDay(at: string, locale: string, timeZone?: string): string {
  // Swedish writes dates as y-MM-dd.
  const format =
    locale === 'ja'
      ? new Intl.DateTimeFormat('ja', { dateStyle: 'long', timeZone })
      : new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone })
  return format.format(new Date(at))
}

const unchanging = () => () => {}
