import { expect, test } from 'vitest'
import { momentsOf } from '~/provider/audits/interval.ts'

test('a day begins with its first moment in UTC and ends before the next one', () => {
  expect(momentsOf({ from: '2026-11-20', to: '2026-11-21' })).toEqual({
    from: '2026-11-20T00:00:00.000Z',
    before: '2026-11-22T00:00:00.000Z',
  })
})

test('a day by itself is an interval', () => {
  expect(momentsOf({ from: '2026-12-31', to: '2026-12-31' }).before).toBe('2027-01-01T00:00:00.000Z')
})

test('a moment is meant with itself', () => {
  expect(momentsOf({ to: '2026-11-21T10:00:00.000Z' })).toEqual({ from: undefined, before: '2026-11-21T10:00:00.001Z' })
})

test.each([
  ['2026-11-21', '2026-11-20'],
  ['2026-11-21', '2026-11-20T23:59:59.999Z'],
  ['2026-11-21T10:00:00Z', '2026-11-21T09:59:59Z'],
])('an interval from %s to %s is none', (from, to) => {
  expect(() => momentsOf({ from, to })).toThrow('invalid_audit_interval')
})
