import { z } from 'zod'
import type { ToolCall, ToolSpec } from './model.ts'

/** A schema as every vendor's protocol wants it. */
export function jsonSchema(type: z.ZodType) {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input' })
  return schema
}

export const inputSchema = ({ input }: ToolSpec) => jsonSchema(input)

/** What a model wrote as a tool's input; the text itself where it is no JSON. No text is an empty input. */
export function inputOf(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A call's input as a protocol takes it back: always an object. */
export const inputObject = ({ input }: ToolCall): object =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
