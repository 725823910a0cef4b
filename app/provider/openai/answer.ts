import { textStream } from '~/provider/api/text-stream.ts'
import { eventStream, oneLine } from '~/provider/chat/sse.ts'
import { eventsIn, ReadAnswer } from './events.ts'
import type { Form, SentEvent } from './forms.ts'

/**
 * An answer of ours, which streams its events, in another form: streamed as well, or whole.
 *
 * @throws ApiError that of an answer that is wanted whole and has failed
 */
export async function answerIn(form: Form, { body }: Response, isStreamed: boolean): Promise<Response> {
  if (isStreamed) return eventStream(textStream(streamedIn(form, body!), 'answer_stream_broken'))
  return Response.json(form.whole(await wholeAnswer(body!)))
}

/**
 * An answer of ours, read to its end.
 *
 * @param onEvent is called whenever something of it comes, if only a heartbeat
 * @throws ApiError that of an answer that has failed
 */
export async function wholeAnswer(
  body: ReadableStream<Uint8Array>,
  onEvent: () => void | Promise<void> = () => {},
): Promise<ReadAnswer> {
  const answer = new ReadAnswer()
  for await (const event of eventsIn(body)) {
    if (event) answer.take(event)
    await onEvent()
  }
  if (answer.failure) throw answer.failure
  return answer
}

async function* streamedIn(form: Form, body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const answer = new ReadAnswer()
  let begun = false
  for await (const event of eventsIn(body)) {
    if (!event) {
      yield ': heartbeat\n\n'
      continue
    }
    const text = answer.take(event)
    if (!begun && answer.info) {
      begun = true
      yield written(form.begin(answer))
    }
    if (text !== '') yield written(form.say(answer, text))
    if (event.event !== 'done') continue
    const { failure } = answer
    yield written(failure ? form.fail(answer, failure) : form.end(answer))
  }
}

const written = (events: SentEvent[]) =>
  events
    .map(
      ({ event, data }) =>
        `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : oneLine(data)}\n\n`,
    )
    .join('')
