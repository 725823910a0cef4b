/** Seconds that a site can have us wait: longer pauses at every page of a large site would take days. */
const longest = 120

/**
 * Seconds after which a site that is overloaded wants to be asked again (RFC 9110, section 10.2.3), two minutes at most.
 * Undefined where it says nothing of it.
 */
export function retryAfter({ status, headers }: Pick<Response, 'status' | 'headers'>): number | undefined {
  const wanted = headers.get('retry-after')?.trim()
  if ((status !== 429 && status !== 503) || !wanted) return undefined
  const seconds = /^\d+$/.test(wanted) ? Number(wanted) : (Date.parse(wanted) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(longest, Math.max(1, Math.ceil(seconds)))
}
