import { readFileSync } from 'node:fs'
import { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import type { AnswerEvent } from '~/contract/chat.ts'
import type { Entry } from '~/contract/conversations.ts'
import { ApiError } from '~/contract/errors.ts'
import { replay as replayStored } from '~/provider/chat/replay.ts'
import { eventBytes, heartbeat } from '~/provider/chat/sse.ts'

/**
 * Plays recorded event logs of real answers through the client's own code, over connections as bad as a test wants them.
 * Only the calls of the server and the browser's globals are stood in for; timers are the test's.
 */

export const recordings = ['builtin', 'model', 'stopped', 'failed'] as const
export type Recording = (typeof recordings)[number]

export const recorded = (name: Recording): AnswerEvent[] =>
  JSON.parse(readFileSync(new URL(`recorded/${name}.json`, import.meta.url), 'utf8')) as AnswerEvent[]

/** What becomes of one connection. */
export type Connection =
  /** It brings that many bytes (all of them where left out), first some events that the reader has already, and then … */
  | { bytes?: number; repeats?: number; end: 'ends' | 'breaks' | 'falls silent' }
  | 'is refused'
  | 'brings a page of a proxy'
  | 'never answers'
  /** The server says no, or not now. */
  | ApiError
  /** The events are gone; the stored answer comes instead. */
  | 'brings the stored answer'

export const whole: Connection = { end: 'ends' }

/** A server that has given the recorded answer, or is giving it. Connections beyond those that are planned are good. */
export class RecordedServer {
  readonly conversationId: number
  readonly questionId: number
  readonly entryId: number
  readonly calls: { name: 'ask' | 'resume' | 'cancel'; key?: string | undefined; after: number }[] = []
  /** How `cancel` fails, in turn. */
  cancelFailures: unknown[] = []
  /** How the list of entries fails, in turn. */
  entriesFailures: unknown[] = []
  /** The events up to and with this one have happened. */
  happened = Infinity

  constructor(
    readonly log: AnswerEvent[],
    private readonly plan: Connection[],
    private readonly chunkSize: () => number = () => 64,
  ) {
    const info = log.map(({ data }) => data).find((data) => 'info' in data)!.info
    this.conversationId = info.conversation_id
    this.questionId = info.prompt_id
    this.entryId = (log.at(-1)!.data as { entry_id: number }).entry_id
  }

  ask = ({ headers, signal }: CallOptions) => this.open('ask', headers, signal)
  resumeAnswer = ({ headers, signal }: CallOptions) => this.open('resume', headers, signal)

  cancelAnswer = async () => {
    this.calls.push({ name: 'cancel', after: 0 })
    const failure = this.cancelFailures.shift()
    if (failure) throw failure
  }

  listConversations = async () => ({ data: [], total: 0, page: 1, pages: 1, page_size: 100_000 })
  listEntries = async () => {
    const failure = this.entriesFailures.shift()
    if (failure) throw failure
    const data = this.entries()
    return { data, total: data.length, page: 1, pages: 1, page_size: 10_000 }
  }

  /** What the server has stored: the question, and the answer as its events tell it, or an empty one that streams. */
  entries(): Entry[] {
    const ended = this.happened >= this.log.length
    const answer = ended
      ? answerOf(this.log)
      : { ...answerOf([]), agent: answerOf(this.log).agent, status: 'streaming' }
    return [
      {
        id: this.questionId,
        content: { version: 1, user_prompt: question, selected_pipeline: 'auto_ai', selected_model: 'adaptive' },
        file_attachments: [],
        updated_at: '2026-11-21T00:00:00.000Z',
      },
      {
        id: this.entryId,
        content: {
          version: 2,
          response: answer.text,
          response_pipeline: answer.agent,
          feedback: 'unknown',
          file_references: answer.references,
          status: answer.status,
          error_code: answer.errorCode,
        },
        file_attachments: [],
        updated_at: '2026-11-21T00:00:01.000Z',
      } as Entry,
    ]
  }

  private async open(name: 'ask' | 'resume', headers: HeadersInit = {}, signal?: AbortSignal): Promise<Response> {
    const sent = new Headers(headers)
    const after = Number(sent.get('last-event-id') ?? 0)
    this.calls.push({ name, key: sent.get('idempotency-key') ?? undefined, after })
    const connection = this.plan.shift() ?? whole
    if (!navigator.onLine || connection === 'is refused') throw new TypeError('Failed to fetch')
    if (connection === 'brings a page of a proxy') throw new Error('<html>Bad gateway</html>')
    if (connection instanceof ApiError) throw connection
    if (connection === 'never answers') {
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    }
    if (connection === 'brings the stored answer') return this.stored(after)
    const { bytes = Infinity, repeats = 0, end } = connection
    const events = this.log.filter(({ id }) => id > after - repeats && id <= this.happened)
    return new Response(this.body(eventBytes(events).subarray(0, bytes), end), {
      headers: { 'content-type': 'text/event-stream' },
    })
  }

  private body(bytes: Uint8Array, end: 'ends' | 'breaks' | 'falls silent') {
    let place = 0
    let beaten = false
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await new Promise((resolve) => setTimeout(resolve, 1))
        if (place < bytes.length) {
          controller.enqueue(bytes.subarray(place, (place += this.chunkSize())))
        } else if (end === 'ends') controller.close()
        else if (end === 'breaks') controller.error(new TypeError('network error'))
        else if (beaten) await new Promise(() => {})
        else controller.enqueue(heartbeat)
        beaten = place >= bytes.length
      },
    })
  }

  private stored(after: number): Response {
    const { text, references, agent, status, errorCode } = answerOf(this.log)
    const row = { id: this.entryId, question_id: this.questionId, response: text, refs: references, attachments: [] }
    const usage = { input_tokens: null, output_tokens: null }
    return replayStored(
      { id: this.conversationId, title: 'A title', pipeline: 'auto_ai' } as never,
      { ...row, ...usage, response_pipeline: agent, status, error_code: errorCode } as never,
      after,
    )
  }
}

interface CallOptions {
  headers?: HeadersInit
  signal?: AbortSignal
}

export const question = 'How much paid leave do I have?'

/** What a log says, put together without the client's code. */
export function answerOf(log: readonly AnswerEvent[]) {
  const data = log.map((event) => event.data)
  const error = data.findLast((each) => 'error' in each)?.error.code ?? null
  const status = error === null ? 'done' : error === 'request_aborted_user' ? 'stopped' : 'failed'
  return {
    text: data.map((each) => ('delta' in each ? each.delta : '')).join(''),
    references: data.findLast((each) => 'references' in each)?.references ?? [],
    agent: data.findLast((each) => 'info' in each)?.info.assistant_selected ?? 'auto_ai',
    status: status as 'done' | 'stopped' | 'failed',
    errorCode: error as string | null,
  }
}

const server: { current?: RecordedServer } = {}

/** The server that the client's calls reach from now on. */
export const connect = (next: RecordedServer) => (server.current = next)

vi.mock('~/web/chat/chat.functions.ts', () => {
  const call =
    (name: 'ask' | 'resumeAnswer' | 'cancelAnswer' | 'listEntries' | 'listConversations') => (options: never) =>
      server.current![name](options)
  return {
    ask: call('ask'),
    resumeAnswer: call('resumeAnswer'),
    cancelAnswer: call('cancelAnswer'),
    listEntries: call('listEntries'),
    listConversations: call('listConversations'),
    getChatSettings: () => Promise.reject(new Error('not asked for here')),
  }
})
vi.mock('~/web/session/session.functions.ts', () => ({ getSession: () => new Promise(() => {}) }))

export const newQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
