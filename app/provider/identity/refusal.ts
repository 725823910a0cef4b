import { ApiError } from '~/contract/errors.ts'

/**
 * The refusal of a token. The rule that it broke is the cause, for logs alone: whoever forges is told nothing, and
 * neither the token nor a part of it is ever in a message.
 */
export function refusal(brokenRule: string): ApiError {
  return new ApiError('invalid_credentials', undefined, { cause: new Error(brokenRule) })
}
