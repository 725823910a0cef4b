import { expect, test } from 'vitest'
import { asCompleted } from '~/provider/agents/as-completed.ts'

const never = new AbortController().signal

test('results come as they are ready, and never more than the width is worked on', async () => {
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  let running = 0
  let most = 0
  const results = asCompleted([0, 1, 2, 3], 2, never, async (item) => {
    most = Math.max(most, ++running)
    await ends[item]!.promise
    running -= 1
    return item
  })
  const order: number[] = []
  for (const item of [1, 2, 0, 3]) {
    const next = results.next()
    ends[item]!.resolve()
    order.push((await next).value as number)
  }
  expect(order).toEqual([1, 2, 0, 3])
  expect((await results.next()).done).toBe(true)
  expect(most).toBe(2)
})

test('a failure begins nothing more and aborts what goes on', async () => {
  const begun: number[] = []
  const aborted: number[] = []
  const results = asCompleted([0, 1, 2], 2, never, async (item, signal) => {
    begun.push(item)
    if (item === 0) throw new Error('broken')
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    aborted.push(item)
  })
  await expect(results.next()).rejects.toThrow('broken')
  await Promise.resolve()
  expect({ begun, aborted }).toEqual({ begun: [0, 1], aborted: [1] })
})
