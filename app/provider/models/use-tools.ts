import { z } from 'zod'
import { ApiError } from '~/contract/errors.ts'
import type { Model, Prompt, TextEvent, ToolCall, ToolSpec } from './model.ts'

/** A tool that can be used. */
export interface Tool extends ToolSpec {
  /**
   * Does what it is for; gets what fits its schema, and gives what the model reads of it. What the model can mend is such
   * a text too; what is thrown ends the answer.
   */
  run(input: unknown, signal: AbortSignal): Promise<string>
}

/** A tool with the type of its input. */
export const tool = <Input>(
  spec: ToolSpec & { input: z.ZodType<Input>; run: (input: Input, signal: AbortSignal) => Promise<string> },
): Tool => ({ ...spec, run: (input, signal) => spec.run(input as Input, signal) })

/** How often a model may be asked for one answer. */
const rounds = 8

/**
 * Lets a model answer with the help of tools: its calls are run one after another, and it goes on with their results until
 * it calls no more. What it says before and between them is part of the answer.
 *
 * @throws ApiError `service_http_error` where it goes on calling for ever, and those of the model and the tools
 */
export async function* answerWithTools(
  model: Model,
  prompt: Prompt,
  tools: Tool[],
  signal: AbortSignal,
): AsyncGenerator<TextEvent> {
  const messages = [...prompt.messages]
  let said = ''
  for (let round = 1; ; round++) {
    const calls: ToolCall[] = []
    let content = ''
    for await (const event of model.answer({ ...prompt, messages, tools }, signal)) {
      if ('call' in event) calls.push(event.call)
      else if (!('delta' in event)) yield event
      else {
        if (content === '' && said !== '' && !said.endsWith('\n')) yield { delta: '\n\n' }
        content += event.delta
        yield event
      }
    }
    if (content !== '') said = content
    if (calls.length > 0 && round === rounds)
      throw new ApiError('service_http_error', undefined, { message: 'the model calls tools for ever' })
    if (calls.length === 0) return
    messages.push({ role: 'assistant', content, calls })
    for (const call of calls) messages.push({ role: 'tool', call, content: await resultOf(call, tools, signal) })
  }
}

/** What the model is told of a call: the tool's result, or why there is none. */
async function resultOf({ name, input }: ToolCall, tools: Tool[], signal: AbortSignal): Promise<string> {
  const called = tools.find((one) => one.name === name)
  if (!called) return `Error: there is no tool of this name. There are: ${tools.map((one) => one.name).join(', ')}.`
  const read = called.input.safeParse(input)
  if (!read.success) return `Error: the input does not fit the schema.\n${z.prettifyError(read.error)}`
  const result = await called.run(read.data, signal)
  signal.throwIfAborted()
  return result
}
