import { expect, test } from 'vitest'
import { momentsIn } from '~/provider/audits/interval.ts'

test('a day begins with its first moment and ends before the next one, in the time zone', () => {
  const days = { from: '2026-11-20', to: '2026-11-21' }
  expect(momentsIn('UTC', days)).toEqual({ from: '2026-11-20T00:00:00.000Z', before: '2026-11-22T00:00:00.000Z' })
  expect(momentsIn('Asia/Tokyo', days)).toEqual({
    from: '2026-11-19T15:00:00.000Z',
    before: '2026-11-21T15:00:00.000Z',
  })
})

test('a day by itself is an interval, also where clocks change', () => {
  expect(momentsIn('UTC', { from: '2026-12-31', to: '2026-12-31' }).before).toBe('2027-01-01T00:00:00.000Z')
  expect(momentsIn('America/New_York', { from: '2026-11-01', to: '2026-11-01' })).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    before: '2026-11-02T05:00:00.000Z',
  })
})

test('a moment is meant with itself, whatever the time zone', () => {
  const moments = { from: undefined, before: '2026-11-21T10:00:00.001Z' }
  expect(momentsIn('Asia/Tokyo', { to: '2026-11-21T10:00:00.000Z' })).toEqual(moments)
})

test.each([
  ['2026-11-21', '2026-11-20'],
  ['2026-11-21', '2026-11-20T23:59:59.999Z'],
  ['2026-11-21T10:00:00Z', '2026-11-21T09:59:59Z'],
])('an interval from %s to %s is none', (from, to) => {
  expect(() => momentsIn('UTC', { from, to })).toThrow('invalid_audit_interval')
})
