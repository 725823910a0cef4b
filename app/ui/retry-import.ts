/** Milliseconds before the second try; each further delay is twice as long, up to the longest. */
const firstDelayMs = 1000
const maxDelayMs = 30_000

/**
 * Retries the import of a part of the page until it succeeds, for `lazy` where the fallback can be shown that long: a part
 * that is asked for while the network is down or the server restarts comes late, instead of ending the page in an error.
 * However often it is asked for, it is loaded once.
 */
export function retryImport<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  return () => (loading ??= untilLoaded(load))
}

async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    try {
      return await load()
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
