import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnswerEvent } from '~/contract/chat.ts'
import { pace } from '~/provider/time/pace.ts'
import { Subscribers } from '~/provider/chat/subscribers.ts'
import { eventText } from '~/provider/chat/sse.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Workerd's own stream; this one does the same.
  vi.stubGlobal('IdentityTransformStream', TransformStream)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A log in memory, and its subscribers. */
function newSubscribers() {
  const events: AnswerEvent[] = []
  const state = { closed: false }
  const left = vi.fn()
  const log = {
    texts: vi.fn((after: number, limit: number) => {
      const wanted = events.filter(({ id }) => id > after).slice(0, limit)
      return { text: wanted.map(textOf).join(''), last: wanted.at(-1)?.id ?? after }
    }),
    last: () => events.length,
    closed: () => state.closed,
  }
  const subscribers = new Subscribers(log, left)
  const say = (delta: string) => events.push({ id: events.length + 1, event: 'data', data: { delta } })
  const read = (after = 0, signal = new AbortController().signal) => {
    const reader = subscribers.read(after, signal).getReader()
    const next = async () => {
      const { value } = await reader.read()
      return value && new TextDecoder().decode(value)
    }
    return { next, cancel: () => reader.cancel() }
  }
  return { subscribers, log, say, read, left, close: () => (state.closed = true) }
}

const textOf = ({ id, event, data }: AnswerEvent) => eventText(id, event, JSON.stringify(data))
const event = (id: number, delta: string) => `id: ${id}\nevent: data\ndata: {"delta":"${delta}"}\n\n`

test('a reader gets what was said before it came, and what is said while it waits', async () => {
  const { subscribers, say, read } = newSubscribers()
  say('a')
  say('b')
  const { next } = read()
  expect(await next()).toBe(event(1, 'a') + event(2, 'b'))
  const waiting = next()
  say('c')
  subscribers.notify()
  expect(await waiting).toBe(event(3, 'c'))
})

test('who tells something new can wait until a reader has taken it', async () => {
  const { subscribers, say, read } = newSubscribers()
  const { next } = read()
  let isTaken = false
  say('a')
  const taken = subscribers.notify().then(() => (isTaken = true))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isTaken).toBe(false)
  expect(await next()).toBe(event(1, 'a'))
  await taken
})

test('a reader who waits gets a sign of life every 15 seconds', async () => {
  const { subscribers, say, read } = newSubscribers()
  const { next } = read()
  for (let beat = 0; beat < 2; beat++) {
    const sign = next()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await sign).toBe(': heartbeat\n\n')
  }
  const waiting = next()
  say('a')
  subscribers.notify()
  expect(await waiting).toBe(event(1, 'a'))
})

test('a stream ends behind the last event, for one who has it already at once', async () => {
  const { subscribers, say, read, close, left } = newSubscribers()
  say('a')
  close()
  subscribers.notify()
  const { next } = read()
  expect(await next()).toBe(event(1, 'a'))
  expect(await next()).toBeUndefined()
  expect(await read(1).next()).toBeUndefined()
  expect(await read(99).next()).toBeUndefined()
  expect(left).not.toHaveBeenCalled()
})

test('that nobody reads any more is told once, when the last has left, however it left', async () => {
  const { read, left } = newSubscribers()
  const leaving = new AbortController()
  const one = read()
  read(0, leaving.signal)
  await one.cancel()
  await vi.advanceTimersByTimeAsync(0)
  expect(left).not.toHaveBeenCalled()
  leaving.abort()
  leaving.abort()
  expect(left).toHaveBeenCalledOnce()
})

test('readers who are dismissed get the last words behind what they have, not what they missed', async () => {
  const { subscribers, say, read, left } = newSubscribers()
  say('a')
  subscribers.notify()
  const quick = read()
  const late = read()
  expect(await quick.next()).toBe(event(1, 'a'))
  const next = quick.next()
  say('b')
  subscribers.close([{ event: 'done', data: { entry_id: 9 } }])
  const lastWords = 'id: 2\nevent: done\ndata: {"entry_id":9}\n\n'
  expect(await next).toBe(lastWords)
  expect(await quick.next()).toBeUndefined()
  expect(await late.next()).toBe(event(1, 'a'))
  expect(await late.next()).toBe(lastWords)
  expect(left).not.toHaveBeenCalled()
})

test('what several readers are told at a time is read and encoded once', async () => {
  const { subscribers, log, say, read } = newSubscribers()
  const waiting = [read(), read(), read()].map(({ next }) => next())
  await vi.advanceTimersByTimeAsync(0)
  say('a')
  subscribers.notify()
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 3 }, () => event(1, 'a')))
  expect(log.texts).toHaveBeenCalledTimes(1)
})

test('readers who are many slow the pace of their isolate, until they leave or have read to the end', async () => {
  const { subscribers, say, read, close } = newSubscribers()
  const alone = pace()
  const readers = Array.from({ length: 700 }, () => read())
  expect(pace()).toBe(3 * alone)
  for (const { cancel } of readers.slice(0, 350)) await cancel()
  await vi.advanceTimersByTimeAsync(0)
  expect(pace()).toBe(2 * alone)
  say('a')
  close()
  subscribers.notify()
  for (const { next } of readers.slice(350)) while (await next());
  expect(pace()).toBe(alone)
})
