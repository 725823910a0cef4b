import { createParser } from 'eventsource-parser'
import type { AnswerEvent, AnswerInfo, Attachment, Reference, Usage } from '~/contract/chat.ts'
import { ApiError, isErrorCode } from '~/contract/errors.ts'
import { CitedText } from './cited-text.ts'

/** An answer as it is being read. */
export class ReadAnswer {
  readonly text = new CitedText()
  info: AnswerInfo | undefined
  sources: Reference[] = []
  /** Files that it made. */
  files: Attachment[] = []
  error: { code: string; message: string } | undefined

  get usage(): Usage | null {
    return this.info?.usage ?? null
  }

  /** The error by which a call ends whose answer has failed. */
  get failure(): ApiError | undefined {
    if (!this.error) return undefined
    const { code, message } = this.error
    return new ApiError(isErrorCode(code) ? code : 'unexpected', undefined, { message })
  }

  /** Takes an event in; gives what it adds to the text. */
  take({ event, data }: AnswerEvent): string {
    if (event === 'done') return this.text.end()
    if ('info' in data) this.info = data.info
    else if ('references' in data) this.sources = data.references
    else if ('attachments' in data) this.files = data.attachments
    else if ('error' in data) this.error = data.error
    else if ('text' in data) this.text.replace(data.text)
    else if ('delta' in data) return this.text.append(data.delta)
    return ''
  }
}

/** The events of a stream of ours, with null for a heartbeat. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent | null> {
  const arrived: (AnswerEvent | null)[] = []
  const parser = createParser({
    onEvent: ({ id, event, data }) => arrived.push({ id: Number(id), event, data: JSON.parse(data) } as AnswerEvent),
    onComment: () => arrived.push(null),
  })
  try {
    for await (const text of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
      parser.feed(text)
      yield* arrived.splice(0)
    }
  } catch (error) {
    // A client that has left has ended our call with its own.
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
  }
}
