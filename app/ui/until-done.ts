/** Milliseconds before the second try; each further delay is twice as long, up to the longest. */
const firstDelayMs = 1000
const maxDelayMs = 30_000

/** Tries until it succeeds, and at once when the browser is online again: what is asked for while the network is down comes late. */
export async function untilDone<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    try {
      return await attempt()
    } catch {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs)
        const online = () => {
          clearTimeout(timer)
          resolve()
        }
        addEventListener('online', online, { once: true })
      })
    }
  }
}
