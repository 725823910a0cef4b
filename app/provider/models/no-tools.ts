import { ApiError } from '~/contract/errors.ts'

/** A model that cannot use tools; the cause of an error. */
class NoTools extends Error {
  override readonly name = 'NoTools'
}

/** @returns the error `service_http_error` that says that a model cannot use tools */
export const noTools = () => new ApiError('service_http_error', undefined, { cause: new NoTools('no tools') })

export const isNoTools = (error: unknown) => error instanceof ApiError && error.cause instanceof NoTools

/** How services refuse a prompt with tools: each has words of its own. */
const refusals =
  /(not|n't) support\w*( \w+){0,3} .?(tools?|function)|(tools?|function)\b.{0,24} not (be )?(support|enabl)|no \w+ found that support tool|tool choice requires|unsupported \w+\W+tools?\b/i

/** Whether a refusal, by its first words, means the tools. */
export const refusesTools = (refusal: string) => refusals.test(refusal)
