import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { costOf } from '~/ui/markdown/cost.ts'
import { Pace } from '~/ui/markdown/pace.ts'

const text = 'some words\n'.repeat(5000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Draws the next part in so many milliseconds, and gives what it costs. */
function draw(pace: Pace, from: number, took: number) {
  pace.begin()
  const end = pace.reach(text, from)
  vi.advanceTimersByTime(took)
  pace.end(true)
  return { end, cost: costOf(text.slice(from, end)) }
}

/** The costs of parts, each drawn in so many milliseconds. */
function costs(times: number[]) {
  const pace = new Pace()
  let from = 0
  return times.map((took) => {
    const { end, cost } = draw(pace, from, took)
    from = end
    return cost
  })
}

describe('what is drawn in one go', () => {
  test('grows as long as it takes little time', () => {
    const [first, second, third] = costs([5, 5, 5])
    expect(second! / first!).toBeCloseTo(2, 1)
    expect(third! / first!).toBeCloseTo(4, 1)
  })

  test('shrinks where it takes long, to some lines at least', () => {
    const parts = costs([100, 100, 100, 100, 100])
    expect(parts[1]! / parts[0]!).toBeCloseTo(0.5, 1)
    expect(parts.at(-1)).toBeGreaterThan(900)
  })

  test('is never more than may be', () => expect(Math.max(...costs([1, 1, 1, 1, 1, 1]))).toBeLessThanOrEqual(10_100))
})

describe('the end of what is drawn', () => {
  test('stays where a draw that was put off had it, whatever more urgent comes between', () => {
    const pace = new Pace()
    const { end } = draw(pace, 0, 5)
    const { end: putOff } = draw(pace, end, 5)
    expect(pace.hold(text, end)).toBe(putOff)
    expect(pace.hold(`${text}more`, end)).toBe(putOff)
  })

  test('goes back for a text that is another', () => {
    const pace = new Pace()
    draw(pace, 0, 5)
    expect(pace.hold(`not ${text}`, 10)).toBe(10)
  })
})
