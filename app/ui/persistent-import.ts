/** Milliseconds before the second try; each further pause is twice as long, up to the longest. */
const firstPause = 1000
const longestPause = 30_000

/**
 * Loads a part of the page as often as it takes, for `lazy` where the fallback is good to read: a part that is asked for
 * while the network is away or the server restarts then comes late, where otherwise the page would end in an error.
 */
export const persistent =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      try {
        return await load()
      } catch {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pause)
          const online = () => {
            clearTimeout(timer)
            resolve()
          }
          addEventListener('online', online, { once: true })
        })
      }
    }
  }
