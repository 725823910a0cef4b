import { z } from 'zod'
import type { ServiceAddress } from '../service-settings.ts'
import type { ImageModel } from './image-model.ts'
import { imageRequest } from './image-request.ts'
import { jsonIn, pictureOfBase64 } from './picture.ts'

const Answer = z.object({ data: z.array(z.object({ b64_json: z.string() })).min(1) })

/** An image model behind the images API of OpenAI or a service that speaks it. */
export const openAiImages = (model: string, address: ServiceAddress): ImageModel => ({
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
    return pictureOfBase64(jsonIn(bytes, Answer).data[0]!.b64_json)
  },
})
