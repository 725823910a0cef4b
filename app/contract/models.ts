import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Of a million tokens, in the organisation's currency. */
const Price = z.number().min(0).max(1_000_000).nullable()

/** What an organisation says of a model. */
export const ModelSettings = z.object({
  name: z.string().min(1).max(200),
  /** What members read in place of the name. */
  label: z.string().trim().min(1).max(60).nullable(),
  /** Members neither see it nor can ask it. */
  is_hidden: z.boolean(),
  input_price: Price,
  output_price: Price,
  /** What it may cost in a month of the organisation; in tokens where it has no price. */
  monthly_limit: z.number().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
})
export type ModelSettings = z.infer<typeof ModelSettings>

export const ManagedModel = ModelSettings.extend({
  /** What it was used for this month, by the prices of now. */
  used: z.object({ input_tokens: z.number().int(), output_tokens: z.number().int(), amount: z.number() }),
})
export type ManagedModel = z.infer<typeof ManagedModel>

export const listModelSettings = endpoint({
  method: 'get',
  path: '/v1/model-settings',
  access: 'admin',
  scope: 'admin:read',
  summary:
    'All models that are configured, in the order in which members see them, with what each was used for this month.',
  output: z.object({ data: z.array(ManagedModel) }),
})

export const setModelSettings = endpoint({
  method: 'put',
  path: '/v1/model-settings',
  access: 'admin',
  summary:
    'Says which models members see, in which order, by which names, and what each may cost a month; it holds from the next question on.',
  body: z.object({ data: z.array(ModelSettings).max(200) }),
  output: 'nothing',
})
