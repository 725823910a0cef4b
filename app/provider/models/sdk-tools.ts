import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import type { z } from 'zod'
import type { Message, Prompt, ToolCall, ToolSpec } from './model.ts'
import { inputObject, inputOf, inputSchema, jsonSchema } from './tool-schema.ts'

/**
 * Messages as the AI SDK's packages take them. What will be sent again is marked by `cachePoint`: the conversation before the
 * question, and where there are tools, all so far, since their results come after it.
 */
export function sdkMessages(
  { messages, tools }: Pick<Prompt, 'messages' | 'tools'>,
  cachePoint?: SharedV4ProviderOptions,
): LanguageModelV4Message[] {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const marked = [asked - 1, ...(tools ? [messages.length - 1] : [])]
  return messages.map((message, index) => ({
    ...sdkMessage(message),
    ...(cachePoint && marked.includes(index) && { providerOptions: cachePoint }),
  }))
}

/** One of them. */
function sdkMessage(message: Message): LanguageModelV4Message {
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.content }] }
  if (message.role === 'tool') {
    const { call, content } = message
    const output = { type: 'text' as const, value: content }
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId: call.id, toolName: call.name, output }] }
  }
  const { content, calls = [] } = message
  return {
    role: 'assistant',
    content: [
      // An empty text is refused.
      ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
      ...calls.map((call) => ({
        type: 'tool-call' as const,
        toolCallId: call.id,
        toolName: call.name,
        input: inputObject(call),
        ...(call.vendor !== undefined && { providerOptions: call.vendor as SharedV4ProviderOptions }),
      })),
    ],
  }
}

export const sdkTool = (tool: ToolSpec): LanguageModelV4FunctionTool => ({
  type: 'function',
  name: tool.name,
  description: tool.description,
  inputSchema: inputSchema(tool) as LanguageModelV4FunctionTool['inputSchema'],
})

export const sdkFormat = (type: z.ZodType): LanguageModelV4CallOptions['responseFormat'] => ({
  type: 'json',
  name: 'answer',
  schema: jsonSchema(type) as LanguageModelV4FunctionTool['inputSchema'],
})

/** A call; what a vendor signed of it goes back as it came. */
export const sdkCall = ({ toolCallId, toolName, input, providerMetadata }: LanguageModelV4ToolCall): ToolCall => ({
  id: toolCallId,
  name: toolName,
  input: inputOf(input),
  ...(providerMetadata && { vendor: providerMetadata }),
})
