import { z } from 'zod'
import type { ServiceAddress } from '../service-settings.ts'
import type { ImageModel } from './image-model.ts'
import { imageRequest } from './image-request.ts'
import { noPicture, pictureOf, pictureOfBase64 } from './picture.ts'

const Answer = z.object({ result: z.object({ image: z.string() }) })

/** An image model of Workers AI: some send the picture's bytes, some JSON that has them in base64. */
export const workersAiImages = (model: string, { baseUrl, apiKey }: ServiceAddress): ImageModel => ({
  async draw(prompt, signal) {
    const { type, bytes } = await imageRequest(`${baseUrl.replace(/\/$/, '')}/run/${model}`, apiKey, { prompt }, signal)
    return type === 'application/json' ? pictureOfBase64(base64In(bytes)) : pictureOf(bytes)
  },
})

function base64In(bytes: Uint8Array): string {
  try {
    return Answer.parse(JSON.parse(new TextDecoder().decode(bytes))).result.image
  } catch {
    throw noPicture('not an answer of Workers AI')
  }
}
