import type { Entry } from '~/contract/conversations.ts'
import type { ErrorBody } from '~/contract/errors.ts'
import type { Caller } from './callers.ts'
import { answerOf, eventsOf } from './streams.ts'

/** Limits that do not disturb the tests of other things. */
const unlimited = { QUESTIONS_PER_MINUTE: '1000', RUNNING_ANSWERS: '1000' }

export interface AskOptions {
  /** The conversation; a new one where not given. */
  id?: number
  headers?: Record<string, string>
  variables?: Partial<Env>
  signal?: AbortSignal
}

/** Asks a question that goes on in the background where `question` does not say otherwise. */
export const ask = (caller: Caller, question: object, { id, headers, variables, signal }: AskOptions = {}) =>
  caller(id === undefined ? '/web/v1/chat' : `/web/v1/chat/${id}`, {
    method: 'POST',
    json: { background: true, ...question },
    ...(headers && { headers }),
    ...(signal && { signal }),
    variables: { ...unlimited, ...variables },
  })

/** Asks and waits for the end. */
export const answered = async (caller: Caller, question: object, options: AskOptions = {}) =>
  answerOf(await eventsOf(await ask(caller, question, options)))

export const follow = (caller: Caller, id: number, after = 0) =>
  caller(`/web/v1/chat/${id}/stream`, { headers: { 'last-event-id': String(after) } })

export const cancel = (caller: Caller, id: number) => caller(`/web/v1/chat/${id}/cancel`, { method: 'POST' })

export async function entriesOf(caller: Caller, id: number): Promise<Entry[]> {
  const response = await caller(`/v1/conversations/${id}/entries`)
  return ((await response.json()) as { data: Entry[] }).data
}

/** The latest answer of a conversation, as it is stored. */
export async function answerEntryOf(caller: Caller, id: number) {
  const content = (await entriesOf(caller, id)).at(-1)?.content
  if (content?.version !== 2) throw new Error('the last entry is no answer')
  return content
}

/** Status and body of an answer that is an error. */
export async function refusalOf(response: Response | Promise<Response>): Promise<{ status: number } & ErrorBody> {
  const received = await response
  return { status: received.status, ...((await received.json()) as ErrorBody) }
}
