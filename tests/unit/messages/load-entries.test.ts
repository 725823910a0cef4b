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

/** What loading returns, and after how many milliseconds. */
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

test('a conversation of more than a page is read to its last message, also while it grows', async () => {
  const size = 3
  let total = 7
  listEntries.mockImplementation(({ data: { page = 1 } }: { data: { page?: number } }) => {
    const ids = Array.from({ length: total }, (_, index) => index + 1)
    const data = ids.slice((page - 1) * size, page * size).map((id) => ({ id }))
    const answer = { data, total, page, pages: Math.ceil(total / size), page_size: size }
    if (page === 2) total = 10
    return Promise.resolve(answer)
  })
  const { data, total: read } = await loadEntries(7, 0)
  expect(data.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(read).toBe(10)
})
