import type { ApiError } from '~/contract/errors.ts'
import { sentenceOf } from './error-sentences.ts'

/** Whether a path is one of the OpenAI API's, whose clients read errors in its form. */
export const speaksOpenAi = (path: string) => /^\/v1\/(models|chat\/completions|responses)(\/|$)/.test(path)

/** An error as clients of the OpenAI API read it. */
export const openAiError = (error: ApiError) => ({
  error: { message: sentenceOf(error), type: typeOf(error.status), param: null, code: error.code },
})

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}
