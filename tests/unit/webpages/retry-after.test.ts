import { expect, test, vi } from 'vitest'
import { retryAfter } from '~/provider/webpages/retry-after.ts'

const wanted = (value?: string, status = 429) =>
  retryAfter({ status, headers: new Headers(value === undefined ? {} : { 'retry-after': value }) })

test('a site that is overloaded is left alone as long as it asks, two minutes at most', () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00Z'))
  expect(wanted('30')).toBe(30)
  expect(wanted('45', 503)).toBe(45)
  expect(wanted('Sat, 21 Nov 2026 12:01:00 GMT')).toBe(60)
  expect(wanted('86400')).toBe(120)
  expect(wanted('0')).toBe(1)
  expect(wanted('Sat, 21 Nov 2026 11:00:00 GMT')).toBe(1)
  vi.restoreAllMocks()
})

test('one that says nothing of it, or something else, asks for nothing', () => {
  expect(wanted()).toBeUndefined()
  expect(wanted('soon')).toBeUndefined()
  expect(wanted('30', 500)).toBeUndefined()
})
