import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { AnswerEvent } from '../../../app/contract/chat.ts'

/** The events of an answer, until its stream ends or breaks off. */
export async function* parseServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent, void> {
  const texts = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
  for await (const { event, data, id } of texts.pipeThrough(new EventSourceParserStream()))
    yield { event, data: JSON.parse(data), id: Number(id) } as AnswerEvent
}
