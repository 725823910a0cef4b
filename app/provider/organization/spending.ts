import type { Usage } from '~/contract/chat.ts'
import type { ModelSettings } from '~/contract/models.ts'

/** What a model may cost a month. */
export interface ModelLimit extends Pick<ModelSettings, 'name' | 'input_price' | 'output_price'> {
  monthly_limit: number
}

/** The limit of a model; undefined where it has none. */
export const limitOf = ({ name, input_price, output_price, monthly_limit }: ModelSettings): ModelLimit | undefined =>
  monthly_limit === null ? undefined : { name, input_price, output_price, monthly_limit }

/** What a use of a model costs: in tokens where it has no price. */
export function amountOf(
  { input_price, output_price }: Pick<ModelSettings, 'input_price' | 'output_price'>,
  { input_tokens, output_tokens }: Usage,
): number {
  if (input_price === null && output_price === null) return input_tokens + output_tokens
  return (input_tokens * (input_price ?? 0) + output_tokens * (output_price ?? 0)) / 1_000_000
}

/** Whether nothing is left of a limit: tokens are known when an answer has ended, so the last one may go beyond. */
export const isUsedUp = (limit: ModelLimit, used: Usage): boolean => amountOf(limit, used) >= limit.monthly_limit
