import type { AnswerEvent } from '~/contract/chat.ts'

const encoder = new TextEncoder()

/** What a reader gets while nothing is said, so that nothing on the way takes the connection for dead. */
export const heartbeat = encoder.encode(': heartbeat\n\n')

/** Events as bytes of an event stream. */
export const eventBytes = (events: AnswerEvent[]): Uint8Array<ArrayBuffer> =>
  encoder.encode(events.map(({ id, event, data }) => eventText(id, event, oneLine(data))).join(''))

/** An event of an event stream; its data is JSON of {@link oneLine}, so that no text can end it or begin another field. */
export const eventText = (id: number, event: string, json: string) => `id: ${id}\nevent: ${event}\ndata: ${json}\n\n`

/** JSON on one line. It leaves U+2028 and U+2029 as they are otherwise, and some parsers take them for line ends. */
export const oneLine = (data: unknown) =>
  JSON.stringify(data).replace(/[\u2028\u2029]/g, (separator) => `\\u${separator.charCodeAt(0).toString(16)}`)

export const eventStream = (body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>) =>
  new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })

/** The id in `Last-Event-ID`; 0 where there is none or it is not one. */
export function lastEventId(headers: Headers): number {
  const value = headers.get('last-event-id') ?? ''
  return /^\d{1,15}$/.test(value) ? Number(value) : 0
}
