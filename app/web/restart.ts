declare global {
  interface Window {
    restartPage: () => Promise<void>
  }
}

/**
 * The first script of a page, as text, since all other code may be what did not come: asks for the page again where its entry could not
 * be loaded, or its HTML broke off before it. Drafts are kept.
 *
 * It waits for 0.5 s, after each failed start in a row twice as long, and until the server can be reached. A start that failed a
 * minute ago is none of a row any more.
 */
export const restartScript = `{
  const longest = 30000
  const pause = (delay) => new Promise((resolve) => {
    setTimeout(resolve, delay)
    addEventListener('online', resolve, { once: true })
  })
  const restart = async () => {
    let kept = '0 0'
    try { kept = sessionStorage.getItem('failed-starts') ?? kept } catch {}
    const [count, at] = kept.split(' ').map(Number)
    const failed = Date.now() - at < 60000 ? count : 0
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
  const isEntry = (element) => element?.tagName === 'SCRIPT' && element.type === 'module'
  addEventListener('error', ({ target }) => isEntry(target) && self.restartPage(), true)
  addEventListener('DOMContentLoaded', () => [...document.scripts].some(isEntry) || self.restartPage())
}`

/** Asks for a page again that cannot come to life. */
export const restart = () => window.restartPage()
