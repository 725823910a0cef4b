/** Milliseconds before a lost stream is asked for again, unless the server wishes otherwise. */
const firstDelay = 1000
/** Milliseconds that failures in a row lengthen the pause to at most. */
const longestDelay = 30_000

/** The pauses between the connections of one stream: each failure in a row doubles the next. */
export class Reconnection {
  private base = firstDelay
  private wanted = 0
  private failures = 0

  /** Failures since the last connection that brought something. */
  get failed(): number {
    return this.failures
  }

  /** The connection brings something. */
  succeeded() {
    this.failures = 0
    this.wanted = 0
  }

  /** The server's wish for every pause (the stream's `retry` field), in milliseconds. */
  retryEvery(milliseconds: number) {
    this.base = Math.min(Math.max(milliseconds, 0), longestDelay)
  }

  /** The server's wish for the next pause (`retry_after` of an error), in seconds. */
  retryAfter(seconds: number) {
    this.wanted = Math.min(seconds * 1000, longestDelay)
  }

  /**
   * Waits until it is time for the next try, which is at once when the browser comes online, the tab becomes visible, or
   * `signal` aborts.
   */
  async pause(signal?: AbortSignal): Promise<void> {
    const delay = Math.max(this.wanted, Math.min(this.base * 2 ** this.failures, longestDelay))
    this.failures++
    this.wanted = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    // After a restart of the server all its readers return at once, so the delays vary; only the first is exact.
    const timer = setTimeout(resolve, this.failures > 1 ? delay * (0.8 + 0.2 * Math.random()) : delay)
    const stopListening = onReturn(() => resolve())
    signal?.addEventListener('abort', () => resolve(), { once: true })
    if (signal?.aborted) resolve()
    await promise
    clearTimeout(timer)
    stopListening()
  }
}

/**
 * Calls `listener` when a connection may have died without a word: the browser is `online` again, or the tab is `visible`
 * again (another tab, a sleeping computer, the back button's cache). Returns a function that stops it.
 */
export function onReturn(listener: (how: 'online' | 'visible') => void): () => void {
  const leaving = new AbortController()
  const visible = () => document.visibilityState === 'visible' && listener('visible')
  addEventListener('online', () => listener('online'), { signal: leaving.signal })
  addEventListener('pageshow', visible, { signal: leaving.signal })
  document.addEventListener('visibilitychange', visible, { signal: leaving.signal })
  return () => leaving.abort()
}
