import { expect, test } from 'vitest'
import { takeUntilAborted } from '~/provider/chat/until-aborted.ts'

test('items pass, and the generator is closed behind the last', async () => {
  let ended = false
  async function* two() {
    try {
      yield 1
      yield 2
    } finally {
      ended = true
    }
  }
  const seen: number[] = []
  await takeUntilAborted(two(), new AbortController().signal, (item) => void seen.push(item))
  expect({ seen, ended }).toEqual({ seen: [1, 2], ended: true })
})

test('an abort ends it at once with the reason, though the generator hangs, and what comes later is not taken', async () => {
  const controller = new AbortController()
  const held = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  async function* hanging() {
    try {
      yield 1
      await held.promise
      yield 2
    } finally {
      closed.resolve()
    }
  }
  const seen: number[] = []
  const taken = takeUntilAborted(hanging(), controller.signal, (item) => {
    seen.push(item)
    controller.abort(new Error('enough'))
  })
  await expect(taken).rejects.toThrow('enough')
  held.resolve()
  await closed.promise
  expect(seen).toEqual([1])
})

test('the next is not asked for before the one before is taken', async () => {
  const asked: number[] = []
  async function* two() {
    for (const item of [1, 2]) {
      asked.push(item)
      yield item
    }
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const all = takeUntilAborted(two(), new AbortController().signal, () => promise)
  await new Promise((turned) => setTimeout(turned))
  expect(asked).toEqual([1])
  resolve()
  await all
  expect(asked).toEqual([1, 2])
})

test('a signal that has aborted lets nothing pass', async () => {
  async function* one() {
    yield 1
  }
  const seen: number[] = []
  const signal = AbortSignal.abort(new Error('before'))
  await expect(takeUntilAborted(one(), signal, (item) => void seen.push(item))).rejects.toThrow('before')
  expect(seen).toEqual([])
})

test('an error of the generator, or of the one who takes, comes through and closes the generator', async () => {
  let ended = false
  async function* one() {
    try {
      yield 1
      throw new Error('own')
    } finally {
      ended = true
    }
  }
  const { signal } = new AbortController()
  await expect(takeUntilAborted(one(), signal, () => {})).rejects.toThrow('own')
  expect(ended).toBe(true)
  ended = false
  const full = () => {
    throw new Error('full')
  }
  await expect(takeUntilAborted(one(), signal, full)).rejects.toThrow('full')
  expect(ended).toBe(true)
})
