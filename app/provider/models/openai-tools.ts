import { z } from 'zod'
import { ApiError } from '~/contract/errors.ts'
import type { Message, ToolCall, ToolSpec } from './model.ts'
import { inputObject, inputOf, inputSchema, jsonSchema } from './tool-schema.ts'

/** A message as the chat completions API has it. */
export function openAiMessage(message: Message) {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.call.id, content: message.content }
  if (message.role === 'user') return { role: 'user', content: openAiContent(message) }
  if (!message.calls) return message
  const { role, content, calls } = message
  const tool_calls = calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(inputObject(call)) },
    ...(call.vendor !== undefined && { extra_content: call.vendor }),
  }))
  return { role, content: content === '' ? null : content, tool_calls }
}

function openAiContent({ content, pictures }: Extract<Message, { role: 'user' }>) {
  if (!pictures) return content
  return [{ type: 'text', text: content }, ...pictures.map((url) => ({ type: 'image_url', image_url: { url } }))]
}

export const openAiTool = (tool: ToolSpec) => ({
  type: 'function',
  function: { name: tool.name, description: tool.description, parameters: inputSchema(tool) },
})

/** The form that an answer is held to. Not `strict`, which allows few of the bounds that our schemas have. */
export const openAiFormat = (type: z.ZodType) => ({
  type: 'json_schema',
  json_schema: { name: 'answer', schema: jsonSchema(type) },
})

/** Characters that the inputs of one answer's calls may have together. */
const longestInputs = 400_000

const Pieces = z.array(
  z.object({
    index: z.int().nullish(),
    id: z.string().nullish(),
    function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
    /** Google's endpoint signs its calls here. */
    extra_content: z.unknown().optional(),
  }),
)

interface Call {
  index: number
  id: string
  name: string
  input: string
  vendor: unknown
}

/** Puts the calls of an answer together, whose inputs come in pieces. */
export class CallPieces {
  private readonly calls: Call[] = []
  private characters = 0

  /** @throws ApiError `service_http_error` for what are no pieces of calls, or too many */
  add(pieces: unknown) {
    const read = Pieces.safeParse(pieces)
    if (!read.success) throw new ApiError('service_http_error', undefined, { cause: read.error })
    for (const { index, id, function: called, extra_content } of read.data) {
      const call = this.callOf(index ?? undefined, id || undefined)
      call.name ||= called?.name ?? ''
      call.input += called?.arguments ?? ''
      call.vendor ??= extra_content
      this.characters += called?.arguments?.length ?? 0
    }
    if (this.characters > longestInputs) throw new ApiError('service_http_error')
  }

  /** The call that a piece belongs to. Some services give all calls of an answer one index, and some give no ids. */
  private callOf(index = this.calls.at(-1)?.index ?? 0, id?: string): Call {
    const known = this.calls.findLast((call) => call.index === index)
    if (known && (!id || id === known.id)) return known
    const call = { index, id: id ?? `call-${this.calls.length + 1}`, name: '', input: '', vendor: undefined }
    this.calls.push(call)
    return call
  }

  whole(): ToolCall[] {
    return this.calls.map(({ id, name, input, vendor }) => ({
      id,
      name,
      input: inputOf(input),
      ...(vendor !== undefined && { vendor }),
    }))
  }
}
