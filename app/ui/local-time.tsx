import { getLocale } from '~/paraglide/runtime'
import { classes } from './classes.ts'
import { useTimeZone } from './time-zone.ts'

interface LocalTimeProps {
  /** The moment, ISO 8601. */
  at: string
  /** Writes it; without a time zone in the browser's. */
  format: (at: string, locale: string, timeZone?: string) => string
}

/** A moment as the reader's clock shows it. Where the server does not know the reader's time zone, it only keeps its room. */
export function LocalTime({ at, format }: LocalTimeProps) {
  const timeZone = useTimeZone()
  const isKnown = timeZone !== null
  return (
    <time
      dateTime={at}
      className={classes('whitespace-nowrap tabular-nums', !isKnown && 'invisible')}
      // What it says may have changed between the server and the browser, at midnight.
      suppressHydrationWarning
    >
      {format(at, getLocale(), isKnown ? timeZone : 'UTC')}
    </time>
  )
}
