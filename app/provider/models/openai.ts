import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ApiError } from '~/contract/errors.ts'
import { modelRequest } from './model-request.ts'
import type { Model, Prompt } from './model.ts'
import { Silence } from './silence.ts'

/** Milliseconds that a model may be silent. */
const patience = 30_000

export interface OpenAiSettings {
  baseUrl: string
  /** Empty for a service that wants none. */
  apiKey: string
  /** Milliseconds that the model may be silent, at first and between two pieces; 30 seconds where not given. */
  patience?: number
}

/**
 * A model behind the chat completions API of OpenAI or a service that speaks it. A request that fails before its first
 * piece is tried twice more where that may help, after a pause or when the service asks for it.
 *
 * The AI SDK speaks the protocol; its `streamText` is left out, since each token of each answer passes here and that
 * pipeline took three times the processor time of all the rest of a token's way (`npm run bench:relay`).
 */
export function openAiModel(name: string, { baseUrl, apiKey, patience: own = patience }: OpenAiSettings): Model {
  const service = createOpenAICompatible({
    name: 'openai',
    baseURL: baseUrl,
    apiKey: apiKey || undefined,
    includeUsage: true,
    fetch: modelRequest,
  })
  return {
    name,
    async *answer(prompt, signal) {
      const silence = new Silence(own, signal)
      try {
        const { stream } = await service(name).doStream({ prompt: messagesOf(prompt), abortSignal: silence.signal })
        for await (const part of stream) {
          silence.heard()
          if (part.type === 'text-delta' && part.delta !== '') yield { delta: part.delta }
          if (part.type === 'error')
            throw new ApiError(isFromService(part.error) ? 'service_unavailable' : 'service_http_error')
          if (part.type === 'finish') {
            const { inputTokens, outputTokens } = part.usage
            yield { usage: { input_tokens: inputTokens.total ?? 0, output_tokens: outputTokens.total ?? 0 } }
            // A stream that was cut off never says why it ended.
            if (part.finishReason.raw === undefined) throw new ApiError('service_http_error')
          }
        }
      } catch (error) {
        silence.signal.throwIfAborted()
        // What is no failure of ours is the network's.
        throw error instanceof ApiError ? error : new ApiError('service_unavailable')
      } finally {
        silence.end()
      }
    },
  }
}

type Messages = Parameters<ReturnType<ReturnType<typeof createOpenAICompatible>>['doStream']>[0]['prompt']

const messagesOf = ({ instructions, messages }: Prompt): Messages => [
  { role: 'system', content: instructions },
  ...messages.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
]

/** An event of the service that says what went wrong with it, unlike one that cannot be read. */
const isFromService = (error: unknown) => !(error instanceof Error)
