import { z } from 'zod'
import type { Attachment } from '~/contract/chat.ts'
import { hasCode } from '~/contract/errors.ts'
import type { ImageModel } from '~/provider/models/images/image-model.ts'
import { type Tool, tool } from '~/provider/models/use-tools.ts'
import type { AgentTask } from '../agent.ts'

/** Pictures of one answer. */
const maxPictures = 4
/** Characters of a picture's description, and of its name. */
const longest = { description: 4000, name: 80 }

/** Draws a picture and puts it into the library, with what it was made from as its description. */
export async function drawInto(
  { store, signal }: Pick<AgentTask, 'store' | 'signal'>,
  imageModel: ImageModel,
  { name, description }: { name: string; description: string },
): Promise<Attachment> {
  const { bytes, extension } = await imageModel.draw(description, signal)
  signal.throwIfAborted()
  return store({ name: `${name.slice(0, longest.name).toWellFormed()}.${extension}`, bytes, description })
}

/** The tool by which a model draws; `drawn` gets each picture. */
export const createImage = (task: AgentTask, imageModel: ImageModel, drawn: Attachment[]): Tool =>
  tool({
    name: 'create_image',
    description:
      'Draws a picture and attaches it to your answer. Use it when the member asks for a picture, and only then.',
    input: z.object({
      description: z
        .string()
        .min(1)
        .max(longest.description)
        .describe('Everything that is to be seen and how, in English: subject, style, colours, light, composition.'),
      title: z.string().min(1).max(longest.name).describe("A short name of the picture, in the question's language."),
    }),
    run: async ({ description, title }) => {
      if (drawn.length === maxPictures) return `Error: an answer has ${maxPictures} pictures at most.`
      try {
        drawn.push(await drawInto(task, imageModel, { name: title, description }))
        return 'The picture is attached to your answer, where the member sees it. Do not link it.'
      } catch (error) {
        // What the image service refuses may be described in another way.
        if (hasCode(error, 'service_http_error')) return 'Error: it could not be drawn.'
        throw error
      }
    },
  })
