import type { Model } from './model.ts'
import { sdkModel } from './sdk-model.ts'
import type { ServiceSettings } from './service-settings.ts'

/** A model of Anthropic, by its messages API. */
export const anthropicModel = (name: string, { baseUrl, apiKey, patience }: ServiceSettings): Model =>
  sdkModel(
    name,
    async (fetch) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey, fetch, baseURL: baseUrl })(name)
    },
    patience,
  )
