import { z } from 'zod'
import { ApiError } from '~/contract/errors.ts'
import { noted } from '~/provider/log/model-outcomes.ts'
import { answerJson } from './answer-json.ts'
import { postJson } from './post-json.ts'
import type { ServiceAddress } from './service-settings.ts'

/** A model that turns texts into vectors: what means alike is near. */
export interface EmbeddingModel {
  /**
   * The vectors of some texts, in their order.
   *
   * @throws ApiError as `modelRequest` does, and `service_http_error` for an answer that is none of this protocol
   */
  embed(texts: string[], signal: AbortSignal): Promise<number[][]>
}

/** The configured model, behind the embeddings API of OpenAI or a service that speaks it, as Workers AI does; undefined where there is none. */
export function openEmbeddingModel(env: Env): EmbeddingModel | undefined {
  if (!env.EMBEDDING_MODEL) return undefined
  const address = env.EMBEDDING_BASE_URL
    ? { baseUrl: env.EMBEDDING_BASE_URL, apiKey: env.EMBEDDING_API_KEY }
    : { baseUrl: env.OPENAI_BASE_URL, apiKey: env.OPENAI_API_KEY }
  const model = env.EMBEDDING_MODEL
  return { embed: (texts, signal) => noted('embeddings', model, () => embed(model, address, texts, signal)) }
}

const Answer = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) })

async function embed(
  model: string,
  address: ServiceAddress,
  texts: string[],
  signal: AbortSignal,
): Promise<number[][]> {
  const response = await postJson(
    address,
    '/embeddings',
    { body: { model, input: texts }, signal },
    ({ headers }) => headers.get('content-type')?.startsWith('application/json') ?? false,
  )
  const { data } = await answerJson(response, Answer)
  const vectors = data.toSorted((one, other) => one.index - other.index).map(({ embedding }) => embedding)
  if (vectors.length !== texts.length) throw new ApiError('service_http_error')
  return vectors
}
