import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bufferBytes, ReadSize } from '~/provider/models/read-size.ts'
import { pace, readerCame, readerLeft } from '~/provider/time/pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const crowd = Array.from({ length: 1000 })
/** A piece of an answer: with twenty a second, four kilobytes a second. */
const piece = { bytes: 200, ms: 50 }

function readPieces(count: number, { bytes, ms }: typeof piece, size = new ReadSize()) {
  for (let read = 0; read < count; read++) {
    vi.advanceTimersByTime(ms)
    size.took(bytes)
  }
  return size
}

test('each piece of an answer is read as it comes', () => {
  expect(readPieces(20, piece).min).toBeLessThan(piece.bytes)
})

test('in a crowd what comes in half a beat is read at once, however it is cut', () => {
  crowd.forEach(readerCame)
  const half = ((pace() / 2) * piece.bytes) / piece.ms
  expect(readPieces(20, piece).min).toBe(half)
  expect(readPieces(20, { bytes: piece.bytes * 3, ms: piece.ms * 3 }).min).toBe(half)
  crowd.forEach(readerLeft)
})

test('in a crowd a burst, and a model that has become slow, make no read wait for more than has come before', () => {
  crowd.forEach(readerCame)
  const before = readPieces(20, piece)
  const usual = before.min
  expect(readPieces(1, { bytes: 8000, ms: 1 }, before).min).toBeLessThan(usual * 4)
  expect(readPieces(1, { bytes: 200, ms: 2000 }, before).min).toBeLessThan(piece.bytes)
  crowd.forEach(readerLeft)
})

test('a read never waits for more than half of its buffer', () => {
  crowd.forEach(readerCame)
  expect(readPieces(100, { bytes: bufferBytes, ms: 1 }).min).toBe(bufferBytes / 2)
  crowd.forEach(readerLeft)
})
