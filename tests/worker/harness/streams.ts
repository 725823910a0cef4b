import { env } from 'cloudflare:workers'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { AnswerEvent } from '~/contract/chat.ts'
import type { PictureAnswer, Take } from '../../models-server.ts'

/** Reads an event stream one event at a time. */
export class StreamReader {
  private readonly reader: ReadableStreamDefaultReader<{ id?: string; event?: string; data: string }>

  constructor(response: Response) {
    if (!response.body || !response.ok) throw new Error(`no stream: ${response.status}`)
    this.reader = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader()
  }

  /** The next event; undefined behind the last. */
  async next(): Promise<AnswerEvent | undefined> {
    const { value } = await this.reader.read()
    return value && ({ id: Number(value.id), event: value.event, data: JSON.parse(value.data) } as AnswerEvent)
  }

  /** The events up to and with the first that fits. */
  async until(fits: (event: AnswerEvent) => boolean): Promise<AnswerEvent[]> {
    const events: AnswerEvent[] = []
    for (let event = await this.next(); event; event = await this.next()) {
      events.push(event)
      if (fits(event)) return events
    }
    throw new Error(`the stream ended without it: ${JSON.stringify(events)}`)
  }

  async rest(): Promise<AnswerEvent[]> {
    const events: AnswerEvent[] = []
    for (let event = await this.next(); event; event = await this.next()) events.push(event)
    return events
  }

  /** Closes the connection, as a reader who leaves. */
  close = () => this.reader.cancel()
}

export const eventsOf = (response: Response) => new StreamReader(response).rest()

export const isDelta = ({ data }: AnswerEvent) => 'delta' in data

/** What the events say, as a reader puts it together. */
export function answerOf(events: AnswerEvent[]) {
  const answer = {
    text: '',
    references: [] as unknown[],
    error: undefined as string | undefined,
    entryId: 0,
    conversationId: 0,
    promptId: 0,
  }
  for (const { data } of events) {
    if ('delta' in data) answer.text += data.delta
    if ('text' in data) answer.text = data.text
    if ('references' in data) answer.references = data.references
    if ('error' in data) answer.error = data.error.code
    if ('entry_id' in data) answer.entryId = data.entry_id
    if ('conversation_id' in data) answer.conversationId = data.conversation_id
    if ('info' in data) answer.promptId = data.info.prompt_id
  }
  return answer
}

/** What the model does when it is asked a question that contains `mark`, take by take. */
export async function scripted(...takes: Take[]) {
  const id = crypto.randomUUID()
  const call = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${env.OPENAI_BASE_URL}/scripts/${id}${path}`, init)
    if (!response.ok) throw new Error(`models server: ${response.status}`)
    return response.json() as Promise<{ messages: { role: string; content: string }[] }[]>
  }
  await call('', { method: 'PUT', body: JSON.stringify(takes) })
  return {
    mark: `script:${id}`,
    /** Other takes than those given, for takes that contain the mark themselves. */
    replay: (...others: Take[]) => call('', { method: 'PUT', body: JSON.stringify(others) }),
    /** What is answered, one after another, where pictures are asked for whose descriptions contain the mark. */
    drawing: (...answers: PictureAnswer[]) => call('/pictures', { method: 'PUT', body: JSON.stringify(answers) }),
    /** Lets a held take go on. */
    release: () => call('/release', { method: 'POST' }),
    /** What the model does when it is asked which agent to choose; without it, rules choose. */
    choosing: (take: Take) => call('/agent', { method: 'PUT', body: JSON.stringify(take) }),
    /** The same for other ways to put the question; without it, it is looked for as it is. */
    rewriting: (take: Take) => call('/queries', { method: 'PUT', body: JSON.stringify(take) }),
    /** The same for the conversation's title; without it, that is made of the question. */
    titled: (take: Take) => call('/title', { method: 'PUT', body: JSON.stringify(take) }),
    /** The requests that the model has had. */
    calls: () => call('/calls'),
    /** Resolves when a request was closed by its caller. */
    hungUp: () => call('/hung-up'),
  }
}
