import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { ApiError } from '~/contract/errors.ts'
import type { CutReason, Model, ModelEvent } from './model.ts'
import { CallPieces, openAiFormat, openAiMessage, openAiTool } from './openai-tools.ts'
import { postJson } from './post-json.ts'
import { bufferBytes, ReadSize } from './read-size.ts'
import { serviceModel } from './service-model.ts'
import type { ServiceSettings } from './service-settings.ts'
import type { IdleTimeout } from './idle-timeout.ts'

/** Characters of one event at most: a piece of an answer has a few. */
const longestEvent = 1_000_000

/**
 * A model behind the chat completions API of OpenAI or a service that speaks it. A request that fails before its first
 * piece is tried twice more where that may help, after a pause or when the service asks for it.
 *
 * It is our own reading of that protocol, since each token of each answer passes here: a general client, even its protocol
 * layer alone, took more than twice the processor time of all the rest of a token's way (`npm run bench:relay`).
 */
export const openAiModel = (name: string, settings: ServiceSettings): Model =>
  serviceModel(name, settings, async (prompt, idle) => {
    const body = {
      model: name,
      messages: [{ role: 'system', content: prompt.instructions }, ...prompt.messages.map(openAiMessage)],
      ...(prompt.tools && { tools: prompt.tools.map(openAiTool) }),
      ...(prompt.json && { response_format: openAiFormat(prompt.json) }),
      stream: true,
      stream_options: { include_usage: true },
    }
    const response = await postJson(settings, '/chat/completions', { body, signal: idle.signal })
    return modelEvents(response, idle, prompt.tools ? new CallPieces() : undefined)
  })

/** What a chunk of the protocol has that is read here; services add fields of their own. */
interface Chunk {
  choices?: { delta?: { content?: string | null; tool_calls?: unknown }; finish_reason?: string | null }[]
  usage?: unknown
  error?: unknown
}

const cutReasons: Record<string, CutReason | undefined> = { length: 'length', content_filter: 'filter' }

const UsageReport = z.object({ prompt_tokens: z.number().int(), completion_tokens: z.number().int() })

/** `calls` collects the calls of tools, where the prompt had any. */
async function* modelEvents(
  response: Response,
  idle: IdleTimeout,
  calls: CallPieces | undefined,
): AsyncGenerator<ModelEvent> {
  const chunks: Chunk[] = []
  const parser = createParser({
    onEvent: ({ data }) => data !== '[DONE]' && chunks.push(chunkOf(data)),
    maxBufferSize: longestEvent,
  })
  const decoder = new TextDecoder()
  let usage: ModelEvent | undefined
  let finished: string | undefined
  const reader = response.body!.getReader({ mode: 'byob' })
  const size = new ReadSize()
  let buffer = new Uint8Array(bufferBytes)
  for (;;) {
    const { value: bytes, done } = await reader.read(buffer, { min: size.min })
    if (!bytes || bytes.byteLength === 0) break
    size.took(bytes.byteLength)
    idle.touch()
    const failure = attempt(() => parser.feed(decoder.decode(bytes, { stream: true })))
    // The same memory for every piece of an answer, or the collector is busy with buffers.
    buffer = new Uint8Array(bytes.buffer)
    let text = ''
    let refused = false
    for (const { choices, usage: report, error } of chunks.splice(0)) {
      if (error) {
        refused = true
        break
      }
      const delta = choices?.[0]?.delta
      if (typeof delta?.content === 'string') text += delta.content
      if (delta?.tool_calls) calls?.add(delta.tool_calls)
      finished = choices?.[0]?.finish_reason ?? finished
      if (report) usage = usageOf(report) ?? usage
    }
    if (text !== '') yield { delta: text }
    if (refused) throw new ApiError('service_unavailable')
    if (failure) throw new ApiError('service_http_error')
    if (done) break
  }
  if (usage) yield usage
  // A stream that was cut off never says why it ended.
  if (finished === undefined) throw new ApiError('service_http_error')
  const cut = cutReasons[finished]
  if (cut) yield { cut }
  for (const call of calls?.whole() ?? []) yield { call }
}

function chunkOf(data: string): Chunk {
  const chunk: unknown = JSON.parse(data)
  if (typeof chunk !== 'object' || chunk === null) throw new TypeError('not a chunk')
  return chunk
}

function usageOf(report: unknown): ModelEvent | undefined {
  const { data } = UsageReport.safeParse(report)
  return data && { usage: { input_tokens: data.prompt_tokens, output_tokens: data.completion_tokens } }
}

/** Whether it failed: what came before is good, and has to be passed on first. */
function attempt(action: () => void): boolean {
  try {
    action()
    return false
  } catch {
    return true
  }
}
