import { expect, test } from 'vitest'
import { silentProcessing } from '~/contract/defaults.ts'
import { isStuck } from '~/web/files/in-progress.ts'

test('a file that failed, or was pending in silence for ten minutes, may be processed again, and no other', () => {
  const now = Date.parse('2026-11-01T10:00:00.000Z')
  const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString()
  expect(isStuck({ status: 'failed', updated_at: ago(0) }, now)).toBe(true)
  expect(isStuck({ status: 'pending', updated_at: ago(silentProcessing + 1) }, now)).toBe(true)
  expect(isStuck({ status: 'pending', updated_at: ago(silentProcessing) }, now)).toBe(false)
  expect(isStuck({ status: 'done', updated_at: ago(2 * silentProcessing) }, now)).toBe(false)
  expect(isStuck({ status: 'uploading', updated_at: ago(2 * silentProcessing) }, now)).toBe(false)
})
