import { z } from 'zod'
import type { ServiceAddress } from '../service-settings.ts'
import type { ImageModel } from './image-model.ts'
import { imageRequest } from './image-request.ts'
import { jsonIn, pictureOf, pictureOfBase64 } from './picture.ts'

const Answer = z.object({ result: z.object({ image: z.string() }) })

/** An image model of Workers AI: some send the picture's bytes, some JSON that has them in base64. */
export const workersAiImages = (model: string, address: ServiceAddress): ImageModel => ({
  async draw(prompt, signal) {
    const { type, bytes } = await imageRequest(address, `/run/${model}`, { prompt }, signal)
    return type === 'application/json' ? pictureOfBase64(jsonIn(bytes, Answer).result.image) : pictureOf(bytes)
  },
})
