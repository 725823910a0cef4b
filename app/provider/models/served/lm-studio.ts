import { z } from 'zod'
import { type ListModels, Tokens } from './served-model.ts'

const List = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      max_context_length: Tokens,
      loaded_context_length: Tokens,
      capabilities: z.array(z.string()).optional(),
    }),
  ),
})

/** With how much LM Studio loads a model that nobody has set. */
const usualContext = 4096

/** LM Studio's models, which it loads when they are asked. */
export const listLmStudio: ListModels = async (ask) => {
  const { data } = await ask('/api/v0/models', List)
  return data.map(({ id, type, capabilities, ...context }) => ({
    name: id,
    isAside: type !== 'llm' && type !== 'vlm',
    contextTokens: context.loaded_context_length ?? Math.min(context.max_context_length ?? usualContext, usualContext),
    tools: capabilities?.includes('tool_use'),
    vision: type === 'vlm',
  }))
}
