import { tabStore } from '~/ui/browser-storage.ts'
import { untilDone } from '~/ui/until-done.ts'

const starts = 'failed-starts'
/** Milliseconds before a page is asked for again; each time in a row twice as long, up to the longest. */
const firstDelayMs = 500
const longestDelayMs = 30_000
/** Milliseconds after which a failed start is none of a row any more. */
const forgottenAfterMs = 60_000

/**
 * Asks for a page again that cannot come to life, as its HTML broke off on the way: as soon as the server can be reached.
 * Drafts are kept.
 */
export async function restart(): Promise<void> {
  const [count = 0, at = 0] = (tabStore.get(starts) ?? '0 0').split(' ').map(Number)
  const failed = Date.now() - at < forgottenAfterMs ? count : 0
  tabStore.set(starts, `${failed + 1} ${Date.now()}`)
  await new Promise((resolve) => setTimeout(resolve, Math.min(firstDelayMs * 2 ** failed, longestDelayMs)))
  await untilDone(() => fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }))
  location.reload()
}
