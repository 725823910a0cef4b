const hour = 60 * 60 * 1000

/**
 * Stands in for Cloudflare's cron, which does not run locally: calls the app's scheduled handler now, for what an
 * earlier stop left undone, and every hour. A call that fails is made up for by the next.
 * @param cleanup receives what stops it
 */
export function startClock(appUrl: string, cleanup: AsyncDisposableStack): void {
  const abort = new AbortController()
  const tick = async () => {
    const response = await fetch(`${appUrl}/cdn-cgi/handler/scheduled`, { signal: abort.signal }).catch(() => undefined)
    await response?.body?.cancel()
  }
  const timer = setInterval(tick, hour)
  cleanup.defer(() => {
    clearInterval(timer)
    abort.abort()
  })
  void tick()
}
