import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, streamText } from 'ai'
import { ApiError } from '~/contract/errors.ts'
import { serviceFailure } from './failure.ts'
import type { Model } from './model.ts'

// The library's warnings quote prompts.
globalThis.AI_SDK_LOG_WARNINGS = false

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
 */
export function openAiModel(name: string, settings: OpenAiSettings): Model {
  const service = createOpenAICompatible({
    name: 'openai',
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey || undefined,
    includeUsage: true,
    fetch: fetchEventStream,
  })
  return {
    name,
    async *answer({ instructions, messages }, signal) {
      const silence = settings.patience ?? patience
      const { stream } = streamText({
        model: service(name),
        instructions,
        messages,
        abortSignal: signal,
        maxRetries: 2,
        timeout: { firstChunkMs: silence, chunkMs: silence },
        onError: () => {},
      })
      try {
        for await (const part of stream) {
          if (part.type === 'text-delta') yield { delta: part.text }
          if (part.type === 'error') throw part.error
          if (part.type === 'abort') throw signal.aborted ? signal.reason : new ApiError('service_timeout')
          if (part.type === 'finish') {
            const { inputTokens = 0, outputTokens = 0 } = part.totalUsage
            yield { usage: { input_tokens: inputTokens, output_tokens: outputTokens } }
            // A stream that was cut off never says why it ended.
            if (part.rawFinishReason === undefined) throw new ApiError('service_http_error')
          }
        }
      } catch (error) {
        throw serviceFailure(error)
      }
    },
  }
}

/** An error that the library takes for a reason to try again soon. */
const lostConnection = (cause: unknown) =>
  new APICallError({
    message: 'no connection',
    url: '',
    requestBodyValues: {},
    responseHeaders: { 'retry-after-ms': '250' },
    isRetryable: true,
    cause,
  })

/** `fetch`, where a lost connection may be tried again and an answer that is no event stream is an error. */
const fetchEventStream: typeof fetch = async (input, init) => {
  const response = await fetch(input, init).catch((error: unknown) => {
    init?.signal?.throwIfAborted()
    throw lostConnection(error)
  })
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && !type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    throw new ApiError('service_http_error')
  }
  return response
}
