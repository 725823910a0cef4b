import { createParser } from 'eventsource-parser'
import { call, type Side } from '../side.ts'

export interface Answered {
  conversationId: number
  /** Milliseconds from the question to the first event, and to the first word. */
  firstEvent: number
  firstWord: number
}

/**
 * Asks a question in a new conversation, and reads its answer.
 * @param question says how the model is to answer (`relay/upstream.ts`)
 * @param until what is read: all, or no more than the first word, while the answer goes on
 */
export async function ask(
  side: Omit<Side, 'rows'>,
  question: string,
  until: 'end' | 'word' = 'end',
): Promise<Answered> {
  const began = performance.now()
  const leave = new AbortController()
  const response = await call({ ...side, rows: 0 }, '/web/v1/chat', {
    method: 'POST',
    body: JSON.stringify({ query: question, pipeline: 'chat_ai', background: true }),
    signal: leave.signal,
  })
  const answered: Answered = { conversationId: 0, firstEvent: 0, firstWord: 0 }
  const parser = createParser({
    onEvent({ data }) {
      const event = JSON.parse(data) as { conversation_id?: number; delta?: string }
      answered.firstEvent ||= performance.now() - began
      answered.conversationId ||= event.conversation_id ?? 0
      if (event.delta) answered.firstWord ||= performance.now() - began
    },
  })
  try {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      parser.feed(part)
      if (until === 'word' && answered.firstWord > 0) break
    }
  } finally {
    leave.abort()
  }
  return answered
}
