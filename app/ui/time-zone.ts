import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'
import { useSyncExternalStore } from 'react'

const cookieName = 'time_zone'
const oneYear = 365 * 24 * 3600

/** The time zone in which the server drew the page, as it stands in the page's `data-time-zone`; null where it knew none. */
export const drawnTimeZone = createIsomorphicFn()
  .server((): string | null => knownTimeZone(getCookie(cookieName)))
  .client((): string | null => knownTimeZone(document.documentElement.dataset.timeZone))

/**
 * The time zone to show times in, for `Intl`: undefined is the browser's own. The server, and the browser as long as it takes
 * over what the server drew, have that of the reader's last page; null where this is the first.
 */
export const useTimeZone = (): string | undefined | null =>
  useSyncExternalStore(unchanging, () => undefined, drawnTimeZone)

/** Tells the server, for the pages to come, in which time zone this browser is. */
export function rememberTimeZone() {
  const value = encodeURIComponent(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  document.cookie = `${cookieName}=${value}; path=/; max-age=${oneYear}; samesite=lax`
}

const unchanging = () => () => {}

/** A name that `Intl` takes; null for any other. */
function knownTimeZone(name: string | undefined): string | null {
  if (!name) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
