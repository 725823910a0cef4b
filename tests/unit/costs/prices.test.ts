import { expect, test } from 'vitest'
import { billOf, usedBy } from '../../bench/costs/prices.ts'

const units = {
  question: { 'front.requests': 5, 'member.rows_written': 50, 'member.milliseconds': 10_000, 'member.bytes': 4000 },
  upload: { 'front.requests': 3, 'queue.messages': 1 },
}
const dollarsOf = (people: number, months = 1) =>
  Object.fromEntries(
    billOf(usedBy(people, { question: 200, upload: 10 }, units, months)).map(({ of, dollars }) => [of, dollars]),
  )

test('nothing is paid for what the plan includes', () => {
  expect(Object.values(dollarsOf(100)).every((dollars) => dollars === 0)).toBe(true)
})

test('what is beyond it is paid by the million, and objects by the time of their 128 MB', () => {
  const dollars = dollarsOf(10_000)
  // 10,000 people · 1,030 requests, of which ten million are included.
  expect(dollars['Workers: requests']).toBeCloseTo(0.09)
  expect(dollars['objects: rows written']).toBeCloseTo(50)
  // Two million questions of ten seconds, 0.128 GB each; 400,000 GB-s are included.
  expect(dollars['objects: duration, GB-s']).toBeCloseTo(27)
})

test('what is stored is paid in each month, with that of the months before', () => {
  expect(dollarsOf(10_000)['objects: stored, GB']).toBeCloseTo((8 - 5) * 0.2)
  expect(dollarsOf(10_000, 12)['objects: stored, GB']).toBeCloseTo((96 - 5) * 0.2)
})
