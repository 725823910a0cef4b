import { createParser } from 'eventsource-parser'
import type { AnswerEvent } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'

/** Milliseconds without a byte after which a connection is dead: the server sends a heartbeat every 15 seconds. */
export const idleTimeoutMs = 40_000

interface AnswerEventsOptions {
  /** Called whenever bytes arrive, heartbeats included. */
  onBytes?: () => void
  /** Called with the delay before a reconnection that the server asks for, in milliseconds (the `retry` field). */
  onRetry?: (milliseconds: number) => void
  /** Ends the reading with its reason. */
  signal?: AbortSignal
}

/**
 * The events of an answer's stream, as they arrive. It ends when the stream does, which says nothing about the answer:
 * only a `done` event ends that.
 *
 * @throws ApiError `service_http_error` for what is not an event stream, `service_timeout` when nothing came for
 *   {@link idleTimeoutMs}; the network's error, and the signal's reason
 */
export async function* answerEvents(
  response: Response,
  { onBytes, onRetry, signal }: AnswerEventsOptions = {},
): AsyncGenerator<AnswerEvent> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new ApiError('service_http_error')
  const arrived: AnswerEvent[] = []
  const parser = createParser({
    onEvent: ({ id, event, data }) => arrived.push({ id: Number(id), event, data: JSON.parse(data) } as AnswerEvent),
    ...(onRetry && { onRetry }),
  })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(idleTimeoutMs, reader.read(), signal)
      if (done) return
      onBytes?.()
      parser.feed(decoder.decode(value, { stream: true }))
      yield* arrived.splice(0)
    }
  } finally {
    // Not awaited: a connection that is dead may not answer this either.
    reader.cancel().catch(() => {})
  }
}

/** The promise's value, unless it takes too long or the signal aborts. */
async function within<Value>(milliseconds: number, promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ApiError('service_timeout')), milliseconds)
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    return await Promise.race([promise, ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
