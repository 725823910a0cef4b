import type { Usage } from '~/contract/chat.ts'

/** What a model is given: how to behave, and the conversation with the question last. */
export interface Prompt {
  instructions: string
  messages: { role: 'user' | 'assistant'; content: string }[]
}

export type ModelEvent = { delta: string } | { usage: Usage }

/** A language model that writes an answer piece by piece. */
export interface Model {
  name: string
  /**
   * Ends early when the signal aborts.
   *
   * @throws ApiError `service_http_error`, `service_unavailable` or `service_timeout`; the pieces so far are good
   */
  answer(prompt: Prompt, signal: AbortSignal): AsyncGenerator<ModelEvent>
}
