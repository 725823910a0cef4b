import { expect, test } from 'vitest'
import { brokenAdvice, modelAdvice, processingAdvice, questionsAdvice, storeAdvice } from '~/web/admin/system/advice.ts'

const checkedAt = '2026-11-23T12:00:00.000Z'
const processing = { state: 'ok', waiting: 0, oldest_at: null, failed: 0, queue: null, swept_at: null } as const

test('what is well, or not known, has no advice', () => {
  expect(modelAdvice({ state: 'ok', code: 'service_timeout' })).toBeUndefined()
  expect(modelAdvice({ state: 'unknown', code: null })).toBeUndefined()
  expect(questionsAdvice({ state: 'ok' })).toBeUndefined()
  expect(processingAdvice(processing, checkedAt)).toBeUndefined()
  expect(storeAdvice({ name: 'files', state: 'ok' })).toBeUndefined()
})

test('what is not well says what to do, by its cause', () => {
  const ofModels = (['service_http_error', 'service_unavailable', 'service_timeout', 'unexpected'] as const).map(
    (code) => modelAdvice({ state: 'error', code }),
  )
  expect(new Set(ofModels).size).toBe(4)
  const error = { ...processing, state: 'error' } as const
  const ofProcessing = [
    { ...error, oldest_at: '2026-11-23T10:00:00.000Z' },
    { ...error, swept_at: '2026-11-22T10:00:00.000Z' },
    { ...error, failed: 2 },
  ].map((found) => processingAdvice(found, checkedAt))
  expect(new Set(ofProcessing).size).toBe(3)
  expect(storeAdvice({ name: 'directory', state: 'error' })).not.toBe(storeAdvice({ name: 'files', state: 'error' }))
  const ofBroken = (['missing', 'misconfigured', 'no_answer'] as const).map((code) =>
    brokenAdvice({ name: 'reader', ok: false, code }),
  )
  expect(new Set(ofBroken).size).toBe(3)
  for (const advice of [...ofModels, ...ofProcessing, ...ofBroken]) expect(advice).toMatch(/[.。]$/)
})
