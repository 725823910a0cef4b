import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { restart } from '~/web/restart.ts'

const reload = vi.fn()
const fetch = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', fetch.mockResolvedValue(new Response()))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

test('a page that broke off is loaded again as soon as the server can be reached, and not before', async () => {
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
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
    void restart()
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledTimes(1)
  }
})
