import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { AnswerEvent } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'

/** The events of an answer's stream, as they arrive. Throws `service_http_error` for what is not an event stream. */
export async function* answerEvents(response: Response): AsyncGenerator<AnswerEvent> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new ApiError('service_http_error')
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield { id: Number(value.id), event: value.event, data: JSON.parse(value.data) } as AnswerEvent
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
