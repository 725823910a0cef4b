import { ApiError } from '~/contract/errors.ts'

/**
 * How many tokens prompt and answer of a model may have together, from the variable `CONTEXT_TOKENS`: a number for all
 * models, and `name=number` for those that differ, separated by commas.
 *
 * @throws ApiError `unexpected` where the variable does not say it
 */
export function contextTokensOf({ CONTEXT_TOKENS }: Env, model: string): number {
  const settings = CONTEXT_TOKENS.split(',').map((one) => one.trim())
  const own = settings.find((one) => one.slice(0, Math.max(0, one.lastIndexOf('='))) === model && one.includes('='))
  const all = settings.find((one) => !one.includes('='))
  const tokens = Number(own?.slice(own.lastIndexOf('=') + 1) ?? all)
  if (Number.isInteger(tokens) && tokens > 0) return tokens
  const cause = new Error('CONTEXT_TOKENS must be a whole number, and name=number for the models that differ')
  throw new ApiError('unexpected', undefined, { cause })
}
