import { expect, test } from 'vitest'
import {
  firstWordWithin,
  modelState,
  processingState,
  questionsState,
  storeState,
} from '../../../app/provider/health/states.ts'

const now = Date.parse('2026-11-23T12:00:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

const model = {
  purpose: 'answers',
  name: 'small',
  succeeded_at: null,
  failed_at: null,
  code: null,
  failing_since: null,
} as const

test.each([
  ['unknown', {}],
  ['ok', { succeeded_at: ago(1) }],
  ['ok', { succeeded_at: ago(1), failed_at: ago(61) }],
  ['warning', { succeeded_at: ago(1), failed_at: ago(59) }],
  ['error', { succeeded_at: ago(2), failed_at: ago(1), failing_since: ago(1) }],
])('a model is %s that was so: %j', (state, known) => {
  expect(modelState({ ...model, ...known }, now)).toBe(state)
})

test.each([
  [0, 0, 'unknown'],
  [3, 3, 'ok'],
  [100, 4, 'ok'],
  [80, 4, 'warning'],
  [16, 4, 'error'],
])('of %d questions %d failed: %s', (asked, failed, state) => {
  expect(questionsState(asked, failed)).toBe(state)
})

const well = { waiting: 0, oldest_at: null, failed: 0, queue: null, swept_at: null }

test.each([
  ['ok', {}],
  ['ok', { oldest_at: ago(14), swept_at: ago(61) }],
  ['warning', { oldest_at: ago(15) }],
  ['warning', { queue: { waiting: 1, oldest_at: ago(16) } }],
  ['warning', { swept_at: ago(120) }],
  ['warning', { failed: 1 }],
  ['error', { oldest_at: ago(60) }],
  ['error', { swept_at: ago(24 * 60) }],
])('processing is %s: %j', (state, found) => {
  expect(processingState({ ...well, ...found }, now)).toBe(state)
})

test.each([
  [100, null, 'ok'],
  [79, 100, 'ok'],
  [80, 100, 'warning'],
  [95, 100, 'error'],
])('%d bytes of %d are %s', (bytes, limit, state) => {
  expect(storeState({ name: 'files', bytes, limit })).toBe(state)
})

test('the time to the first word is the end of the class in which a share had it', () => {
  const counts = [0, 6, 3, 0, 0, 0, 0, 0, 1]
  expect([0.5, 0.9, 0.95].map((share) => firstWordWithin(counts, share))).toEqual([1000, 2000, 60_000])
  expect(
    firstWordWithin(
      counts.map(() => 0),
      0.5,
    ),
  ).toBeNull()
})
