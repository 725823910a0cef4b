import { describe, expect, test } from 'vitest'
import { ApiError, type ErrorCode, errorStatus } from '~/contract/errors.ts'
import { codeSentence, sentenceOf } from '~/provider/api/error-sentences.ts'

describe('what the API says of an error', () => {
  test.each(Object.keys(errorStatus) as ErrorCode[])('%s is a sentence, and not its code', (code) => {
    const sentence = sentenceOf(new ApiError(code))
    expect(sentence).toMatch(/^[A-Z][^_]+\.$/)
    expect(sentence).not.toContain(code)
  })

  test("names what does not exist, and tells the error's own message where it has one", () => {
    expect(sentenceOf(new ApiError('does_not_exist', { entity: 'file' }))).toBe('This file does not exist.')
    expect(sentenceOf(new ApiError('already_exists', { entity: 'keyword' }))).toBe('This keyword already exists.')
    const own = new ApiError('invalid_request', undefined, { message: 'The header Content-Length is required.' })
    expect(sentenceOf(own)).toBe('The header Content-Length is required.')
  })

  test('keeps what was unexpected to the log', () => {
    const error = new ApiError('unexpected', undefined, { message: 'D1_ERROR: no such table' })
    expect(sentenceOf(error)).toBe('Something went wrong. Please try again.')
  })

  test('has a sentence for a code of another version', () => {
    expect(codeSentence('code_of_tomorrow')).toBe('Something went wrong. Please try again.')
  })
})
