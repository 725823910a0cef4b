import { z } from 'zod'
import { ApiError } from '~/contract/errors.ts'
import { noted } from '~/provider/log/model-outcomes.ts'
import { answerJson } from './answer-json.ts'
import { postJson } from './post-json.ts'
import type { ServiceAddress } from './service-settings.ts'

/** A model that tells how well texts answer a question, reading both together. */
export interface Reranker {
  /**
   * The places of the texts, the one that answers best first.
   *
   * @throws ApiError as `modelRequest` does, and `service_http_error` for an answer that is none of this protocol
   */
  rerank(question: string, texts: string[], signal: AbortSignal): Promise<number[]>
}

/** The configured model, behind the rerank API that Cohere, Jina, vLLM and others share; undefined where there is none. */
export function openReranker(env: Env): Reranker | undefined {
  const { RERANK_MODEL: model, RERANK_BASE_URL: baseUrl, RERANK_API_KEY: apiKey } = env
  if (!model || !baseUrl) return undefined
  return {
    rerank: (question, texts, signal) =>
      noted('reranker', model, () => rerank(model, { baseUrl, apiKey }, { query: question, documents: texts }, signal)),
  }
}

async function rerank(
  model: string,
  address: ServiceAddress,
  { query, documents }: { query: string; documents: string[] },
  signal: AbortSignal,
): Promise<number[]> {
  const body = { model, query, documents, top_n: documents.length }
  const response = await postJson(address, '/rerank', { body, signal }, isJson)
  const answer = await answerJson(response, Answer)
  const results = answer.results.filter(({ index }) => index < documents.length)
  if (results.length === 0) throw new ApiError('service_http_error')
  return results.toSorted((one, other) => other.relevance_score - one.relevance_score).map(({ index }) => index)
}

const Answer = z.object({
  results: z.array(z.object({ index: z.int().nonnegative(), relevance_score: z.number() })),
})

const isJson = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/json') ?? false
