import { ApiError } from '~/contract/errors.ts'

/** A model that cannot be held to a schema; the cause of an error. */
class NoFormat extends Error {
  override readonly name = 'NoFormat'
}

/** @returns the error `service_http_error` that says that a model cannot be held to a schema */
export const noFormat = () =>
  new ApiError('service_http_error', undefined, { cause: new NoFormat('no response format') })

export const isNoFormat = (error: unknown) => error instanceof ApiError && error.cause instanceof NoFormat

/** How services refuse a schema: each has words of its own, but names what it was given. */
const refusals =
  /response_?format|response_?schema|response_?mime_?type|json_?schema|output_(format|config)|structured.output/i

/** Whether a refusal, by its first words, means the form of the answer. */
export const refusesFormat = (refusal: string) => refusals.test(refusal)
