import type { LanguageModelV4, LanguageModelV4StreamPart, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { Usage } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import { boundedLines } from './bounded-lines.ts'
import { modelRequest } from './model-request.ts'
import type { CutReason, Model, ModelEvent } from './model.ts'
import { sdkCall, sdkFormat, sdkMessages, sdkTool } from './sdk-tools.ts'
import { serviceModel } from './service-model.ts'
import type { ServiceSettings } from './service-settings.ts'
import type { IdleTimeout } from './idle-timeout.ts'

type FinishReason = Extract<LanguageModelV4StreamPart, { type: 'finish' }>['finishReason']['unified']

/** How a vendor's package opens a model whose requests go out by `fetch`. */
export type OpenSdkModel = (fetch: typeof globalThis.fetch) => Promise<LanguageModelV4>

/**
 * A model behind a vendor's own protocol, as that vendor's package of the AI SDK speaks it. Retries, the idle timeout and errors
 * are as with every model of ours. The package is loaded with the first question.
 * @param cachePoint marks a message up to which the service is to cache what it reads, for services that want to be told
 */
export const sdkModel = (
  name: string,
  settings: ServiceSettings,
  open: OpenSdkModel,
  cachePoint?: SharedV4ProviderOptions,
): Model =>
  serviceModel(name, settings, async (prompt, idle) => {
    const model = await open(async (url, init) =>
      boundedLines(await modelRequest(String(url), { ...init, signal: idle.signal })),
    )
    const { stream } = await model.doStream({
      prompt: [{ role: 'system', content: prompt.instructions }, ...sdkMessages(prompt, cachePoint)],
      ...(prompt.tools && { tools: prompt.tools.map(sdkTool) }),
      ...(prompt.json && { responseFormat: sdkFormat(prompt.json) }),
      abortSignal: idle.signal,
    })
    return modelEvents(stream, idle)
  })

const cutReasons: Partial<Record<FinishReason, CutReason>> = { length: 'length', 'content-filter': 'filter' }

async function* modelEvents(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  idle: IdleTimeout,
): AsyncGenerator<ModelEvent> {
  let finished = false
  for await (const part of stream) {
    idle.touch()
    if (part.type === 'text-delta' && part.delta !== '') yield { delta: part.delta }
    if (part.type === 'tool-call') yield { call: sdkCall(part) }
    if (part.type === 'error') throw failureOf(part.error)
    if (part.type !== 'finish') continue
    const usage = usageOf(part)
    if (usage) yield { usage }
    const cut = cutReasons[part.finishReason.unified]
    if (cut) yield { cut }
    finished = part.finishReason.raw !== undefined
  }
  // A stream that was cut off never says why it ended.
  if (!finished) throw new ApiError('service_http_error')
}

/** What the service reports as its own error may pass; what the package cannot read is no stream of a model. */
const failureOf = (error: unknown) => new ApiError(isUnreadable(error) ? 'service_http_error' : 'service_unavailable')

const isUnreadable = (error: unknown) =>
  error instanceof Error && (error.name === 'AI_JSONParseError' || error.name === 'AI_TypeValidationError')

function usageOf({ usage }: Extract<LanguageModelV4StreamPart, { type: 'finish' }>): Usage | undefined {
  const [input_tokens, output_tokens] = [usage.inputTokens.total, usage.outputTokens.total]
  return input_tokens === undefined || output_tokens === undefined ? undefined : { input_tokens, output_tokens }
}
