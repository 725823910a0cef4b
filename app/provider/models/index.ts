import { ApiError } from '~/contract/errors.ts'
import type { Model } from './model.ts'
import { openAiModel } from './openai.ts'

/** The names of the configured models (`OPENAI_MODELS`, separated by commas); the first is what `adaptive` means. */
export function modelNames(env: Env): string[] {
  if (!env.OPENAI_BASE_URL) return []
  return [...new Set(env.OPENAI_MODELS.split(',').map((name) => name.trim()))].filter(Boolean)
}

/** @throws ApiError `unavailable_llm_model` when no model of that name is configured */
export function openModel(env: Env, name: string): Model {
  if (!modelNames(env).includes(name)) throw new ApiError('unavailable_llm_model')
  return openAiModel(name, { baseUrl: env.OPENAI_BASE_URL, apiKey: env.OPENAI_API_KEY })
}
