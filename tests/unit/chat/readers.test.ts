import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnswerEvent } from '~/contract/chat.ts'
import { Readers } from '~/provider/chat/readers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A log in memory, and its readers. */
function newReaders() {
  const events: AnswerEvent[] = []
  const state = { closed: false }
  const left = vi.fn()
  const log = {
    between: (after: number, until: number, limit: number) =>
      events.filter(({ id }) => id > after && id <= until).slice(0, limit),
    last: () => events.length,
    closed: () => state.closed,
  }
  const readers = new Readers(log, left)
  const say = (delta: string) => events.push({ id: events.length + 1, event: 'data', data: { delta } })
  const read = (after = 0, signal = new AbortController().signal) => {
    const reader = readers.read(after, signal).getReader()
    const next = async () => {
      const { value } = await reader.read()
      return value && new TextDecoder().decode(value)
    }
    return { next, cancel: () => reader.cancel() }
  }
  return { readers, say, read, left, close: () => (state.closed = true) }
}

const event = (id: number, delta: string) => `id: ${id}\nevent: data\ndata: {"delta":"${delta}"}\n\n`

test('what is not on disk yet is not shown', async () => {
  const { readers, say, read } = newReaders()
  say('a')
  say('b')
  readers.publish(1)
  const { next } = read()
  expect(await next()).toBe(event(1, 'a'))
  const waiting = next()
  readers.publish(2)
  expect(await waiting).toBe(event(2, 'b'))
})

test('a reader who waits gets a sign of life every 15 seconds', async () => {
  const { readers, say, read } = newReaders()
  const { next } = read()
  for (let beat = 0; beat < 2; beat++) {
    const sign = next()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await sign).toBe(': heartbeat\n\n')
  }
  const waiting = next()
  say('a')
  readers.publish(1)
  expect(await waiting).toBe(event(1, 'a'))
})

test('a stream ends behind the last event, for one who has it already at once', async () => {
  const { readers, say, read, close, left } = newReaders()
  say('a')
  close()
  readers.publish(1)
  const { next } = read()
  expect(await next()).toBe(event(1, 'a'))
  expect(await next()).toBeUndefined()
  expect(await read(1).next()).toBeUndefined()
  expect(await read(99).next()).toBeUndefined()
  expect(left).not.toHaveBeenCalled()
})

test('that nobody reads any more is told once, when the last has left, however it left', async () => {
  const { read, left } = newReaders()
  const leaving = new AbortController()
  const one = read()
  read(0, leaving.signal)
  await one.cancel()
  expect(left).not.toHaveBeenCalled()
  leaving.abort()
  leaving.abort()
  expect(left).toHaveBeenCalledOnce()
})
