import type { Model } from './model.ts'
import { sdkModel } from './sdk-model.ts'
import type { ServiceSettings } from './service-settings.ts'

/** Unlike the others, it caches only what it is told to. */
const cachePoint = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/** A model of Anthropic, by its messages API. */
export const anthropicModel = (name: string, settings: ServiceSettings): Model =>
  sdkModel(
    name,
    settings,
    async (fetch) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey: settings.apiKey, fetch, baseURL: settings.baseUrl })(name)
    },
    cachePoint,
  )
