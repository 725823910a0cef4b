declare global {
  interface Window {
    restartPage: () => Promise<void>
  }
}

/** Stands behind all else of a page's HTML, so that the page itself can tell whether all of it has come. */
export const endOfPage = '<!--whole-->'

/**
 * The first script of a page, as text, since all other code may be what did not come: asks for the page again where its entry could not
 * be loaded, or its HTML broke off. Drafts are kept.
 *
 * Chromium tells a page nothing of a connection that breaks: it stops reading, and neither `DOMContentLoaded` nor any other event comes.
 * HTML of which no more has come for 5 s is taken for broken off, unless styles hold it up.
 *
 * It waits for 0.5 s, after each failed start in a row twice as long, and until the server can be reached. A start that failed a
 * minute ago is none of a row any more.
 */
export const restartScript = `{
  const longest = 30000
  let failed = 0
  try {
    const [count, at] = (sessionStorage.getItem('failed-starts') ?? '').split(' ').map(Number)
    if (Date.now() - at < 60000) failed = count
  } catch {}
  const pause = (delay) => new Promise((resolve) => {
    setTimeout(resolve, delay)
    addEventListener('online', resolve, { once: true })
  })
  const restart = async () => {
    try { sessionStorage.setItem('failed-starts', failed + 1 + ' ' + Date.now()) } catch {}
    await new Promise((resolve) => setTimeout(resolve, Math.min(500 * 2 ** failed, longest)))
    for (let delay = 1000; ; delay = Math.min(delay * 2, longest)) {
      const isThere = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(() => true, () => false)
      if (isThere) return location.reload()
      await pause(delay)
    }
  }
  let restarting
  self.restartPage = () => (restarting ??= restart())
  addEventListener('error', ({ target }) => target?.tagName === 'SCRIPT' && target.type === 'module' && self.restartPage(), true)

  const isWhole = () => document.lastChild?.data === 'whole'
  let timer
  const expectMore = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (isWhole()) growth.disconnect()
      else if ([...document.querySelectorAll('link[rel=stylesheet]')].some(({ sheet }) => !sheet)) expectMore()
      else self.restartPage()
    }, Math.min(5000 * 2 ** failed, longest))
  }
  const growth = new MutationObserver(expectMore)
  growth.observe(document, { childList: true, subtree: true, characterData: true })
  expectMore()
  addEventListener('DOMContentLoaded', () => {
    growth.disconnect()
    clearTimeout(timer)
    if (!isWhole()) self.restartPage()
  })
}`

/** Asks for a page again that cannot come to life. */
export const restart = () => window.restartPage()
