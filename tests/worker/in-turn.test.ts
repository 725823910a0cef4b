import { afterEach, expect, test, vi } from 'vitest'
import { inTurn } from '~/provider/documents/in-turn.ts'

const large = 2 * 1024 * 1024

afterEach(() => {
  vi.restoreAllMocks()
})

test('larger files are read one after another, and small ones beside them', async () => {
  const order: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = inTurn(large, () => promise)
  const second = inTurn(large, async () => order.push('second'))
  await inTurn(1000, async () => order.push('small'))
  expect(order).toEqual(['small'])
  resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['small', 'second'])
})

test('a file that fails makes way at once, and one that is never heard of again after a while', async () => {
  await expect(inTurn(large, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
  expect(await inTurn(large, async () => 'next')).toBe('next')

  void inTurn(large, () => new Promise(() => {}))
  const later = Date.now() + 90_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  expect(await inTurn(large, async () => 'last')).toBe('last')
})
