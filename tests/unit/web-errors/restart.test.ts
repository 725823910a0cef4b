import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { restart, restartScript } from '~/web/restart.ts'

const reload = vi.fn()
const fetch = vi.fn()
const listeners = new Map<string, (event: object) => void>()

/** Tells that more of the page has come. */
let grow: () => void

/** Each page has the script anew. @param last the text of the document's last node, where that is a comment */
function openPage(last?: string, styles: object[] = []) {
  vi.stubGlobal('document', { lastChild: { data: last }, querySelectorAll: () => styles })
  // oxlint-disable-next-line no-new-func -- it is a script's text
  new Function(restartScript)()
}

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
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(told: () => void) {
        grow = told
      }
      observe() {}
      disconnect() {}
    },
  )
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

test('a page is loaded again whose entry does not come, and for no other element', async () => {
  const reloadsAfter = async (target: object) => {
    reload.mockClear()
    openPage('whole')
    listeners.get('error')!({ target })
    await vi.advanceTimersByTimeAsync(3000)
    return reload.mock.calls.length
  }
  expect(await reloadsAfter({ tagName: 'SCRIPT', type: 'module' })).toBe(1)
  expect(await reloadsAfter({ tagName: 'IMG' })).toBe(0)
  expect(await reloadsAfter(globalThis)).toBe(0)
})

test('one whose HTML ends before its sign is loaded again, and no other', async () => {
  const reloadsAfter = async (last: string | undefined) => {
    reload.mockClear()
    openPage(last)
    listeners.get('DOMContentLoaded')!({})
    await vi.advanceTimersByTimeAsync(60_000)
    return reload.mock.calls.length
  }
  expect(await reloadsAfter(undefined)).toBe(1)
  expect(await reloadsAfter('who')).toBe(1)
  expect(await reloadsAfter('whole')).toBe(0)
})

test('one whose connection broke is loaded again when no more of it has come for five seconds, without any event', async () => {
  openPage(undefined)
  await vi.advanceTimersByTimeAsync(4000)
  grow()
  await vi.advanceTimersByTimeAsync(5400)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('one that is whole is left alone, though the browser tells nothing of its end', async () => {
  openPage('whole')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
})

test('one that waits for its styles is given the time that they take', async () => {
  openPage(undefined, [{ sheet: null }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
})
