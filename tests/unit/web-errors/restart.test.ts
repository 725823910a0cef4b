import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { restart, restartScript } from '~/web/restart.ts'

const reload = vi.fn()
const fetch = vi.fn()
const listeners = new Map<string, (event: object) => void>()

/** Each page has the script anew. */
// oxlint-disable-next-line no-new-func -- it is a script's text
const openPage = () => new Function(restartScript)()

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener))
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('fetch', fetch.mockResolvedValue(new Response()))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

test('a page that broke off is loaded again as soon as the server can be reached, and not before', async () => {
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  openPage()
  void restart()
  await vi.advanceTimersByTimeAsync(600)
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('one that breaks off time after time waits longer each time', async () => {
  for (const wait of [500, 1000, 2000]) {
    reload.mockClear()
    openPage()
    void restart()
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledTimes(1)
  }
})

test('a page is loaded again whose entry does not come, or whose HTML breaks off before it, and no other', async () => {
  const entry = { tagName: 'SCRIPT', type: 'module' }
  const reloadsAfter = async (type: string, event: object, scripts: object[]) => {
    reload.mockClear()
    vi.stubGlobal('document', { scripts })
    openPage()
    listeners.get(type)!(event)
    await vi.advanceTimersByTimeAsync(10_000)
    return reload.mock.calls.length
  }
  expect(await reloadsAfter('error', { target: entry }, [entry])).toBe(1)
  expect(await reloadsAfter('DOMContentLoaded', {}, [{ tagName: 'SCRIPT', type: '' }])).toBe(1)
  expect(await reloadsAfter('DOMContentLoaded', {}, [entry])).toBe(0)
  expect(await reloadsAfter('error', { target: { tagName: 'IMG' } }, [entry])).toBe(0)
  expect(await reloadsAfter('error', { target: globalThis }, [entry])).toBe(0)
})
