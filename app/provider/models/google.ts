import type { Model } from './model.ts'
import { sdkModel } from './sdk-model.ts'
import type { ServiceSettings } from './service-settings.ts'

/** A model of Google, by the Gemini API. */
export const googleModel = (name: string, settings: ServiceSettings): Model =>
  sdkModel(name, settings, async (fetch) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ apiKey: settings.apiKey, fetch, baseURL: settings.baseUrl })(name)
  })
