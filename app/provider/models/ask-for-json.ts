import { z } from 'zod'
import { ApiError } from '~/contract/errors.ts'
import { collectText } from './collect-text.ts'
import type { Message, Model, Prompt } from './model.ts'

/** How often a model may try to write what the schema wants. */
const tries = 2

/**
 * Asks a model for a value of a schema. Every vendor's models can be asked so, and a service that can hold its
 * models to a schema is told to; what does not fit the schema is shown to
 * the model once, with what is wrong.
 *
 * @throws ApiError `service_http_error` when the second try does not fit either (`isUnfit`), and those of the model
 */
export async function askForJson<Value>(
  model: Model,
  prompt: Prompt,
  schema: z.ZodType<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const wanted = `Write nothing but JSON of this schema:\n${JSON.stringify(z.toJSONSchema(schema))}`
  const instructions = `${prompt.instructions}\n\n${wanted}`
  let correction = ''
  for (let attempt = 1; ; attempt++) {
    const messages = [...prompt.messages.slice(0, -1), withNote(prompt.messages.at(-1)!, correction)]
    const { text, cut } = await collectText(model.answer({ ...prompt, instructions, messages, json: schema }, signal))
    const read = schema.safeParse(jsonIn(text))
    if (read.success) return read.data
    if (attempt === tries) throw new ApiError('service_http_error', undefined, { cause: read.error })
    correction =
      cut === 'length'
        ? 'You were cut before, at the longest that an answer may be. Write less.'
        : `You wrote this before:\n${JSON.stringify(text)}\n\nThat does not fit the schema:\n${z.prettifyError(read.error)}`
  }
}

/** What a model wrote may repeat a document, and so stands behind the question, as one line, rather than in the instructions. */
const withNote = (message: Message, note: string): Message =>
  note === '' ? message : { ...message, content: `${message.content}\n\n${note}` }

/** Whether what a model wrote did not fit, twice: it works, but cannot do this, so that rules may go on. */
export const isUnfit = (error: unknown) => error instanceof ApiError && error.cause instanceof z.ZodError

/** Models like to put JSON into a code block, or a word before it. */
function jsonIn(text: string): unknown {
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  try {
    return JSON.parse(text.slice(from, to + 1))
  } catch {
    return undefined
  }
}
