import { expect, test } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { answerTooMany } from '~/web/too-many.ts'

test.each([
  ['en', 'try again in 42 seconds'],
  ['ja', '42秒ほど待って'],
] as const)('a page in %s says when to come back, with a way to do so', async (language, words) => {
  overwriteGetLocale(() => language)
  const response = answerTooMany(new ApiError('rate_limited', { retry_after: 42 }))
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '42'])
  const html = await response.text()
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).toContain(words)
  expect(html).toContain('<a href="">')
})
