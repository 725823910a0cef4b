import { z } from 'zod'
import { type AskServer, isAsideByName, type ListModels, type ServedModel, Tokens } from './served-model.ts'

const Tags = z.object({ models: z.array(z.object({ name: z.string(), remote_host: z.string().optional() })) })
const Loaded = z.object({ models: z.array(z.object({ name: z.string(), context_length: Tokens })) })
const Shown = z.object({
  capabilities: z.array(z.string()).optional(),
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
})

/** What Ollama gives a model that nobody has set: it silently drops what is beyond, and tells the size only once the model is loaded. */
const usualContext = 4096

/** Ollama's models. Those of its cloud are only passed on. */
export const listOllama: ListModels = async (ask) => {
  const [{ models }, loaded] = await Promise.all([
    ask('/api/tags', Tags),
    ask('/api/ps', Loaded).catch(() => ({ models: [] })),
  ])
  return Promise.all(
    models.map(async ({ name, remote_host: elsewhere }) => {
      const model = await show(ask, name)
      const running = loaded.models.find((one) => one.name === name)?.context_length
      return { ...model, isAside: model.isAside || !!elsewhere, contextTokens: running ?? model.contextTokens }
    }),
  )
}

async function show(ask: AskServer, name: string): Promise<ServedModel> {
  const shown = await ask('/api/show', Shown, { model: name }).catch(() => undefined)
  if (!shown) return { name, isAside: isAsideByName(name) }
  const { capabilities, parameters = '' } = shown
  const wanted = Number(/^num_ctx\s+(\d+)$/m.exec(parameters)?.[1] ?? usualContext)
  const contextTokens = Math.min(wanted, trainedContext(shown.model_info ?? {}) ?? wanted)
  if (!capabilities) return { name, isAside: isAsideByName(name), contextTokens }
  return {
    name,
    isAside: !capabilities.includes('completion'),
    contextTokens,
    tools: capabilities.includes('tools'),
    vision: capabilities.includes('vision'),
  }
}

/** It stands under the architecture's name: `llama.context_length`. */
function trainedContext(info: Record<string, unknown>): number | undefined {
  const name = Object.keys(info).find((key) => key.endsWith('.context_length'))
  return Tokens.parse(name && info[name])
}
