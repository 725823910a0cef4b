import type { z } from 'zod'
import type { Usage } from '~/contract/chat.ts'

/** What a model is given: how to behave, and the conversation with the question last. */
export interface Prompt {
  instructions: string
  /** Whole texts that the conversation is about, before it; none is ever left out. */
  documents?: string[]
  /** Texts that were found for the question, before it, the most important first: where room is short, the last are left out. */
  sources?: string[]
  messages: Message[]
  /** What the model may call; nothing where not given. */
  tools?: ToolSpec[]
  /** The schema of the JSON that is wanted in place of a text, for services that hold their models to it. */
  json?: z.ZodType
}

/** A picture that goes with what was said, as a `data:` address. Only models behind OpenAI's protocol are shown it. */
export type Picture = string

/** What was said; a tool's results come right after the message that called for them, in the order of its calls. */
export type Message =
  | { role: 'user'; content: string; pictures?: Picture[] }
  | { role: 'assistant'; content: string; calls?: ToolCall[] }
  | { role: 'tool'; call: ToolCall; content: string }

/** A tool as a model is told of it. */
export interface ToolSpec {
  name: string
  description: string
  /** An object's schema. */
  input: z.ZodType
}

/** A model's wish to use a tool. */
export interface ToolCall {
  id: string
  name: string
  /** What the model wrote, unchecked: a text where it is no JSON. */
  input: unknown
  /** What the vendor wants back with the call, as it gave it. */
  vendor?: unknown
}

/** Why a model's service ended an answer before its end: at the longest that it may be, or by a filter of what it says. */
export type CutReason = 'length' | 'filter'

export type TextEvent = { delta: string } | { usage: Usage } | { cut: CutReason }

export type ModelEvent = TextEvent | { call: ToolCall }

/** A language model that writes an answer piece by piece. */
export interface Model {
  name: string
  /** Tokens that prompt and answer may have together. */
  contextTokens: number
  /**
   * Ends early when the signal aborts. Given tools, it may end with calls of them (`use-tools.ts` answers those). Of a prompt
   * that is too long, earlier turns and sources are left out.
   *
   * @throws ApiError `service_http_error`, `service_unavailable` or `service_timeout`; the pieces so far are good.
   *   `isTooLong` (`fit-prompt.ts`) tells a prompt that does not fit
   */
  answer(prompt: Prompt & { tools: ToolSpec[] }, signal: AbortSignal): AsyncGenerator<ModelEvent>
  answer(prompt: Prompt, signal: AbortSignal): AsyncGenerator<TextEvent>
}
