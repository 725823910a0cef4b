/** The browser's connection, as far as it knows of it. */
export interface Connection {
  isOnline: () => boolean
  /** Resolves when the browser is online: at once if it already is. */
  untilOnline: (signal: AbortSignal) => Promise<void>
  /** Resolves after that many milliseconds, or as soon as the browser comes back online. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The connection of this page; waiting rejects with the signal's reason when that aborts. */
export const browserConnection: Connection = {
  // Only `false` can be trusted: to a browser, any network is online.
  isOnline: () => navigator.onLine,
  untilOnline: async (signal) => {
    if (!navigator.onLine) await cameOnline(signal)
  },
  pause: (milliseconds, signal) => cameOnline(signal, milliseconds),
}

function cameOnline(signal: AbortSignal, atMost?: number): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const timer = atMost === undefined ? undefined : setTimeout(() => end(resolve), atMost)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      over.abort()
      settle()
    }
    window.addEventListener('online', () => end(resolve), { signal: over.signal })
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { signal: over.signal })
  })
}
