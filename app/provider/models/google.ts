import type { Model } from './model.ts'
import { sdkModel } from './sdk-model.ts'
import type { ServiceSettings } from './service-settings.ts'

/** A model of Google, by the Gemini API. */
export const googleModel = (name: string, { baseUrl, apiKey, patience }: ServiceSettings): Model =>
  sdkModel(
    name,
    async (fetch) => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI({ apiKey, fetch, baseURL: baseUrl })(name)
    },
    patience,
  )
