import { expect, test } from 'vitest'
import { sumOf } from '~/web/admin/retention/preview-sum.ts'

const part = {
  count: 2,
  bytes: 10,
  held: 1,
  oldest: '2026-03-01T00:00:00Z',
  looked_at: 100,
  members: 250,
  next: 100,
}

test('parts of a preview add up: the oldest of all, and as many members as the last part knows of', () => {
  const parts = [
    part,
    { ...part, count: 0, oldest: null, next: 200 },
    { ...part, oldest: '2025-03-01T00:00:00Z', looked_at: 51, members: 251, next: null },
  ]
  expect(sumOf(parts)).toEqual({
    count: 4,
    bytes: 30,
    held: 3,
    oldest: '2025-03-01T00:00:00Z',
    looked_at: 251,
    members: 251,
  })
})

test('without a part nothing was found, nor looked at', () => {
  expect(sumOf([])).toEqual({ count: 0, bytes: 0, held: 0, oldest: null, looked_at: 0, members: 0 })
})
