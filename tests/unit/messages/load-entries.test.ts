import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadEntries } from '~/web/chat/messages/load-entries.ts'

const listEntries = vi.hoisted(() => vi.fn())
vi.mock('~/web/chat/chat.functions.ts', () => ({ listEntries }))

const page = (total: number) => ({ data: [], total, page: 1, pages: 1, page_size: 10_000 })

beforeEach(() => {
  vi.useFakeTimers()
  listEntries.mockReset()
})
afterEach(() => void vi.useRealTimers())

/** What loading gives, and after how many milliseconds. */
async function loaded(expected: number) {
  const start = Date.now()
  const promise = loadEntries(7, expected).then(({ total }) => ({ total, after: Date.now() - start }))
  await vi.runAllTimersAsync()
  return promise
}

test('a list that is as long as expected is taken at once', async () => {
  listEntries.mockResolvedValue(page(4))
  expect(await loaded(4)).toEqual({ total: 4, after: 0 })
  expect(listEntries.mock.calls).toEqual([[{ data: { id: 7 } }]])
})

test('a list that is too short is asked for again after 500 ms, until it is long enough', async () => {
  listEntries.mockResolvedValueOnce(page(2)).mockResolvedValueOnce(page(2)).mockResolvedValue(page(4))
  expect(await loaded(4)).toEqual({ total: 4, after: 1000 })
})

test('a list that stays too short is taken after 5 more tries', async () => {
  listEntries.mockResolvedValue(page(2))
  expect(await loaded(4)).toEqual({ total: 2, after: 2500 })
  expect(listEntries).toHaveBeenCalledTimes(6)
})

test('a refusal is passed on', async () => {
  listEntries.mockRejectedValue(new Error('gone'))
  await expect(loadEntries(7, 4)).rejects.toThrow('gone')
})
