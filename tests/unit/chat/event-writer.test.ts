import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NewEvent } from '~/provider/chat/event-log.ts'
import { EventWriter } from '~/provider/chat/event-writer.ts'
import { readerCame, readerLeft } from '~/provider/time/pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function newWriter() {
  const log: unknown[] = []
  const taken = Promise.withResolvers<void>()
  const written = vi.fn(() => taken.promise)
  const store = vi.fn()
  const writer = new EventWriter({ append: ({ data }: NewEvent) => log.push(data), store }, written)
  const say = (delta: string) => writer.write({ event: 'data', data: { delta } })
  return { log, written, taken, writer, say, store }
}

test('the first delta is written at once, those of the next 80 ms as one', () => {
  const { log, say, written } = newWriter()
  for (const word of ['a', 'b', 'c']) say(word)
  expect(log).toEqual([{ delta: 'a' }])
  vi.advanceTimersByTime(80)
  expect(log).toEqual([{ delta: 'a' }, { delta: 'bc' }])
  expect(written).toHaveBeenCalledTimes(2)
})

test('first words are waited for until a reader has them; those that flow are not', async () => {
  const { say, taken } = newWriter()
  const first = say('a')
  expect(say('b')).toBeUndefined()
  await expect(Promise.race([first, 'waiting'])).resolves.toBe('waiting')
  taken.resolve()
  await first
})

test('a reader who does not take the first words holds up the answer for 80 ms at most, and never its end', async () => {
  const { say, writer } = newWriter()
  const slow = say('a')
  vi.advanceTimersByTime(80)
  await slow
  vi.advanceTimersByTime(2000)
  const last = say('b')
  writer.end()
  await last
})

test('a delta after a pause is written at once again', () => {
  const { log, say } = newWriter()
  say('a')
  vi.advanceTimersByTime(200)
  say('b')
  expect(log).toEqual([{ delta: 'a' }, { delta: 'b' }])
})

test('a long answer is one event every 80 ms', () => {
  const { log, say } = newWriter()
  for (let time = 0; time < 1600; time += 10) {
    say('x')
    vi.advanceTimersByTime(10)
  }
  expect(log).toHaveLength(1 + 1600 / 80)
})

test('another event keeps its place behind the deltas before it', () => {
  const { log, say, writer } = newWriter()
  say('a')
  say('b')
  writer.write({ event: 'data', data: { references: [] } })
  say('c')
  writer.end()
  expect(log).toEqual([{ delta: 'a' }, { delta: 'b' }, { references: [] }, { delta: 'c' }])
})

test('what is too long for a row becomes several', () => {
  const { log, say } = newWriter()
  say('x'.repeat(250_000))
  expect(log.map((data) => (data as { delta: string }).delta.length)).toEqual([100_000, 100_000, 50_000])
})

test('nothing is written behind the end, nor for an empty delta', () => {
  const { log, say, writer } = newWriter()
  say('')
  say('a')
  writer.end()
  vi.advanceTimersByTime(1_000)
  expect(log).toEqual([{ delta: 'a' }])
})

test('other events than deltas are stored within 80 ms, those of a flowing answer every second', () => {
  const { say, store, writer } = newWriter()
  writer.write({ event: 'data', data: { references: [] } })
  expect(store).not.toHaveBeenCalled()
  vi.advanceTimersByTime(80)
  expect(store).toHaveBeenCalledTimes(1)

  for (let time = 0; time < 3200; time += 10) {
    say('x')
    vi.advanceTimersByTime(10)
  }
  expect(store).toHaveBeenCalledTimes(1 + 3)
})

test('an answer that comes word by word, slowly, is stored every second as well', () => {
  const { log, say, store } = newWriter()
  for (let word = 0; word < 20; word++) {
    say('word ')
    vi.advanceTimersByTime(200)
  }
  expect(log).toHaveLength(20)
  expect(store.mock.calls.length).toBeLessThanOrEqual(4)
})

test('the more readers an isolate has, the more words come together, and as often is stored', () => {
  const { log, say, store } = newWriter()
  for (let reader = 0; reader < 1100; reader++) readerCame()
  vi.advanceTimersByTime(80)
  store.mockClear()
  for (let time = 0; time < 4800; time += 10) {
    say('x')
    vi.advanceTimersByTime(10)
  }
  for (let reader = 0; reader < 1100; reader++) readerLeft()
  expect(log).toHaveLength(1 + 4800 / 400)
  expect(store.mock.calls.length).toBeGreaterThanOrEqual(4)
})
