import { z } from 'zod'

/** What a server tells of a model that it serves; what it does not tell is left out. */
export interface ServedModel {
  name: string
  /** Offered only where somebody names it: it writes no answers, or the server has them written elsewhere. */
  isAside?: boolean
  /** Tokens that prompt and answer may have together, as the server runs it. */
  contextTokens?: number
  tools?: boolean
  vision?: boolean
}

/** Asks a server at a path below its root, by POST where there is a body. @throws where it does not answer in this form */
export type AskServer = <Value>(path: string, schema: z.ZodType<Value>, body?: object) => Promise<Value>

/** Lists what a server of one kind serves. @throws where it is none of that kind, or does not answer */
export type ListModels = (ask: AskServer) => Promise<ServedModel[]>

/** A number of tokens; whatever is none counts as not told. */
export const Tokens = z.number().int().positive().optional().catch(undefined)

/** Names that say of a model that it writes no answers, for servers that do not. */
const writesNothing = /embed|rerank|^bge-|whisper/i

export const isAsideByName = (name: string) => writesNothing.test(name)

const Listed = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({ id: z.string(), object: z.literal('model'), owned_by: z.string().optional(), max_model_len: Tokens }),
  ),
})

/** What `/v1/models` lists, which all servers have; `owner` is who has to own the models. */
export async function listedModels(ask: AskServer, owner?: string) {
  const { data } = await ask('/v1/models', Listed)
  if (owner && data.some((model) => model.owned_by !== owner)) throw new Error(`a model that is not of ${owner}`)
  return data
}
