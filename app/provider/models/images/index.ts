import { z } from 'zod'
import { noted } from '~/provider/log/model-outcomes.ts'
import type { ServiceAddress } from '../service-settings.ts'
import { splitCommaList } from '../split-comma-list.ts'
import type { ImageModel } from './image-model.ts'
import { imageRequest } from './image-request.ts'
import { jsonIn, pictureOf, pictureOfBase64 } from './picture.ts'

export type { ImageModel } from './image-model.ts'

/** The first of the configured image models; undefined where there is none. */
export function openImageModel(env: Env): ImageModel | undefined {
  const found = firstOf(env)
  return found && { draw: (...input) => noted('images', found.name, () => found.draw(...input)) }
}

/** Its name. */
export const imageModelName = (env: Env): string | undefined => firstOf(env)?.name

function firstOf(env: Env): (ImageModel & { name: string }) | undefined {
  const [openAi] = env.OPENAI_BASE_URL ? splitCommaList(env.OPENAI_IMAGE_MODELS) : []
  if (openAi) {
    const address = { baseUrl: env.OPENAI_BASE_URL, apiKey: env.OPENAI_API_KEY }
    return { name: openAi, ...openAiImages(openAi, address) }
  }
  const [workersAi] = env.WORKERS_AI_BASE_URL ? splitCommaList(env.WORKERS_AI_IMAGE_MODELS) : []
  if (!workersAi) return undefined
  const address = { baseUrl: env.WORKERS_AI_BASE_URL, apiKey: env.WORKERS_AI_API_KEY }
  return { name: workersAi, ...workersAiImages(workersAi, address) }
}

const OpenAiAnswer = z.object({ data: z.array(z.object({ b64_json: z.string() })).min(1) })

/** An image model behind the images API of OpenAI or a service that speaks it. */
const openAiImages = (model: string, address: ServiceAddress): ImageModel => ({
  async draw(prompt, signal) {
    const body = {
      model,
      prompt,
      n: 1,
      size: '1024x1024',
      // OpenAI's newest always answer so and refuse to be told; all others would give an address.
      ...(!/^(chat)?gpt-/.test(model) && { response_format: 'b64_json' }),
    }
    const { bytes } = await imageRequest(address, '/images/generations', body, signal)
    return pictureOfBase64(jsonIn(bytes, OpenAiAnswer).data[0]!.b64_json)
  },
})

const WorkersAiAnswer = z.object({ result: z.object({ image: z.string() }) })

/** An image model of Workers AI: some send the picture's bytes, some JSON that has them in base64. */
const workersAiImages = (model: string, address: ServiceAddress): ImageModel => ({
  async draw(prompt, signal) {
    const { type, bytes } = await imageRequest(address, `/run/${model}`, { prompt }, signal)
    return type === 'application/json' ? pictureOfBase64(jsonIn(bytes, WorkersAiAnswer).result.image) : pictureOf(bytes)
  },
})
