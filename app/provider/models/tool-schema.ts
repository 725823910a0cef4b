import { z } from 'zod'
import type { ToolCall, ToolSpec } from './model.ts'

/** The schema of a tool's input, as every vendor's protocol wants it. */
export function inputSchema({ input }: ToolSpec) {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return schema
}

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
