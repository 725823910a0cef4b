import { afterEach, beforeEach, vi } from 'vitest'

/** What the client code asks of a browser, without one; time is the test's (`vi.useFakeTimers`). */
export interface Browser {
  goOffline: () => void
  goOnline: () => void
  hide: () => void
  show: () => void
  /** Shows another page of the product. */
  goTo: (path: string) => void
  title: () => string
  /** What this tab keeps over a reload. */
  storage: Map<string, string>
}

/** Stands in for the globals of a tab that shows the start page; `vi.unstubAllGlobals` takes them away again. */
export function openBrowser(): Browser {
  const window = new EventTarget()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', title: 'The product' })
  const network = { onLine: true }
  const location = { pathname: '/chat' }
  const storage = new Map<string, string>()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('location', location)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
  // A hidden tab draws no frames.
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) =>
    page.visibilityState === 'visible' ? Number(setTimeout(draw, 16)) : 1,
  )
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)

  const look = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return {
    goOffline: () => {
      network.onLine = false
      window.dispatchEvent(new Event('offline'))
    },
    goOnline: () => {
      network.onLine = true
      window.dispatchEvent(new Event('online'))
    },
    hide: () => look('hidden'),
    show: () => look('visible'),
    goTo: (path) => (location.pathname = path),
    title: () => page.title,
    storage,
  }
}

/** A browser of its own, and time, for every test of the file. */
export function inBrowser(): Browser {
  const browser = {} as Browser
  beforeEach(() => {
    vi.useFakeTimers()
    Object.assign(browser, openBrowser())
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return browser
}
