import { z } from 'zod'
import { isAsideByName, listedModels, type ListModels, Tokens } from './served-model.ts'

const Props = z.object({
  default_generation_settings: z.object({ n_ctx: Tokens }).optional(),
  modalities: z.object({ vision: z.boolean().optional() }).optional(),
  chat_template_caps: z.object({ supports_tools: z.boolean().optional() }).optional(),
})
type Props = z.infer<typeof Props>

/** The model of a llama.cpp server, or several where it leads to others: then nothing is told of each. */
export const listLlamaCpp: ListModels = async (ask) => {
  const models = await listedModels(ask, 'llamacpp')
  const props: Props = models.length === 1 ? await ask('/props', Props).catch(() => ({})) : {}
  return models.map(({ id }) => ({
    name: nameOf(id),
    isAside: isAsideByName(id),
    contextTokens: props.default_generation_settings?.n_ctx,
    tools: props.chat_template_caps?.supports_tools,
    vision: props.modalities?.vision,
  }))
}

/** A model without a name is listed by its file's path, which it need not be asked by: the server has no other. */
const nameOf = (id: string) => (id.endsWith('.gguf') ? id.slice(0, -'.gguf'.length).split(/[/\\]/).at(-1)! : id)
