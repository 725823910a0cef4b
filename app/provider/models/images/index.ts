import { splitCommaList } from '../split-comma-list.ts'
import type { ImageModel } from './image-model.ts'
import { openAiImages } from './openai-images.ts'
import { workersAiImages } from './workers-ai-images.ts'

/** The first of the configured image models; undefined where there is none. */
export function openImageModel(env: Env): ImageModel | undefined {
  const [openAi] = env.OPENAI_BASE_URL ? splitCommaList(env.OPENAI_IMAGE_MODELS) : []
  if (openAi) return openAiImages(openAi, { baseUrl: env.OPENAI_BASE_URL, apiKey: env.OPENAI_API_KEY })
  const [workersAi] = env.WORKERS_AI_BASE_URL ? splitCommaList(env.WORKERS_AI_IMAGE_MODELS) : []
  if (workersAi) return workersAiImages(workersAi, { baseUrl: env.WORKERS_AI_BASE_URL, apiKey: env.WORKERS_AI_API_KEY })
  return undefined
}

export type { ImageModel } from './image-model.ts'
