import type { QueryClient } from '@tanstack/react-query'
import type { AnswerEvent } from '~/contract/chat.ts'
import { ApiError, hasCode } from '~/contract/errors.ts'
import { notifyTabs } from './answer-tabs.ts'
import { cancelAnswer, resumeAnswer } from '../chat.functions.ts'
import { isRefusal } from '~/web/errors/refusal.ts'
import { followStream } from './follow-stream.ts'
import { liveAnswer, moveLiveAnswer, removeLiveAnswer, updateLiveAnswer, withEvent } from './live-answers.ts'
import { chatSettingsQuery, conversationsQuery, entriesQuery } from '../queries.ts'
import { Reconnection } from './reconnection.ts'
import { settleAnswer, settleByAsking } from './settle-answer.ts'
import { signedInAgain } from './signed-in-again.ts'
import { markEnded } from './unread.ts'
import type { ConversationKey } from '../conversation-key.ts'

/** How often a question is sent to a server that neither accepts nor refuses it. */
const tries = 4
/** Failures in a row that are no words of this product (a proxy's page, another version's) before an answer is given up. */
const longestNonsense = 8

/** How an answer ended; `errorCode` is null only for `done`. */
export interface AnswerOutcome {
  status: 'done' | 'stopped' | 'failed'
  errorCode: string | null
}

/** An answer that this tab reads. */
interface Run {
  key: ConversationKey
  /** The server has stored the question. */
  accepted: boolean
  /** Aborts when the reader stops the answer. */
  stop: AbortController
  /** Aborts when this tab is to read it no longer, since another question takes its place. */
  leave: AbortController
}

export interface Reading {
  queryClient: QueryClient
  /** Opens the stream at its beginning. */
  begin: (signal: AbortSignal) => Promise<Response>
  /** Called once, when the first event says that the question is stored. */
  onAccepted: (conversationId: number) => void
}

const runs = new Set<Run>()

export const runOf = (key: ConversationKey) => [...runs].find((run) => run.key === key)

export function newRun(key: ConversationKey, accepted: boolean): Run {
  const run = { key, accepted, stop: new AbortController(), leave: new AbortController() }
  runs.add(run)
  return run
}

/**
 * Reads an answer to its end, whatever happens to the connection, and puts the stored one in its place.
 *
 * @throws only when the question was not accepted
 */
export async function readAnswer(run: Run, { queryClient, begin, onAccepted }: Reading): Promise<AnswerOutcome> {
  const reconnection = new Reconnection()
  let nonsense = 0

  const open = (lastEventId: number, signal: AbortSignal) =>
    lastEventId
      ? resumeAnswer({ data: answerOf(run), headers: { 'last-event-id': String(lastEventId) }, signal })
      : begin(signal)
  const onEvent = (event: AnswerEvent) => {
    nonsense = 0
    const id = conversationOf(event)
    if (id !== undefined) {
      moveLiveAnswer(run.key, id)
      run.key = id
    }
    updateLiveAnswer(run.key, (answer) => ({ ...withEvent(answer, event), reconnecting: false }))
    if (id === undefined || run.accepted) return
    run.accepted = true
    onAccepted(id)
    if (run.stop.signal.aborted) cancelRun(run).catch(() => {})
  }
  const onFailure = async (error: unknown) => {
    if (error instanceof ApiError) reconnection.retryAfter(error.info?.retry_after ?? 0)
    if (!run.accepted) return requireAnotherTry(error, run, reconnection.failed)
    if (isExpired(error)) return signedInAgain(queryClient)
    if (isRefusal(error) && !isRateLimit(error)) throw error
    if (isNonsense(error) && ++nonsense >= longestNonsense) throw new ApiError('service_http_error')
  }

  try {
    await followStream({
      open,
      onEvent,
      onFailure,
      onLost: () => updateLiveAnswer(run.key, (answer) => ({ ...answer, reconnecting: true })),
      reconnection,
      // A question that was stopped before it was accepted is tried, or given back, without a pause.
      hurry: () => (run.accepted ? run.leave.signal : AbortSignal.any([run.stop.signal, run.leave.signal])),
      leave: run.leave.signal,
    })
    return await ended(run, queryClient)
  } catch (error) {
    runs.delete(run)
    if (run.leave.signal.aborted) return { status: 'stopped', errorCode: 'request_aborted_user' }
    if (run.accepted) return gaveUp(error, run, queryClient)
    forget(run, queryClient)
    throw error
  }
}

/**
 * Asks the server to stop an answer, and retries until it has.
 *
 * @throws ApiError when the server refuses
 */
export async function cancelRun(run: Run): Promise<void> {
  const reconnection = new Reconnection()
  while (runs.has(run)) {
    try {
      return await cancelAnswer({ data: answerOf(run) })
    } catch (error) {
      if (isRefusal(error) && !isExpired(error)) throw error
      await reconnection.pause(run.leave.signal)
    }
  }
}

async function ended(run: Run, queryClient: QueryClient): Promise<AnswerOutcome> {
  const id = run.key as number
  const { status, errorCode } = liveAnswer(id)!
  const event = status === 'stopped' ? 'read' : markEnded(id)
  runs.delete(run)
  await settleAnswer(queryClient, id)
  // It may have failed because its model is gone, which the picker then says.
  if (status === 'failed') void queryClient.invalidateQueries({ queryKey: chatSettingsQuery.queryKey })
  notifyTabs({ conversationId: id, event })
  return { status: status === 'streaming' ? 'done' : status, errorCode }
}

/** The answer may be well, only this reader cannot follow it: the server is asked before an error shows. */
async function gaveUp(error: unknown, run: Run, queryClient: QueryClient): Promise<AnswerOutcome> {
  const outcome = { status: 'failed', errorCode: error instanceof ApiError ? error.code : 'unexpected' } as const
  updateLiveAnswer(run.key, (answer) => ({ ...answer, ...outcome, reconnecting: false }))
  await settleByAsking(queryClient, run.key as number)
  return outcome
}

/** Nothing shows of a question that was not accepted; should it have been stored all the same, the lists know. */
function forget({ key }: Run, queryClient: QueryClient) {
  removeLiveAnswer(key)
  void queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey })
  if (typeof key === 'number') void queryClient.invalidateQueries({ queryKey: entriesQuery(key).queryKey })
}

/** @throws what the member is to read, when the question should not be sent again */
function requireAnotherTry(error: unknown, { stop }: Run, failed: number) {
  if (stop.signal.aborted) throw new ApiError('request_aborted_user')
  // The first try may still be at work on it.
  const repeatsItself = failed > 0 && hasCode(error, 'invalid_conversation')
  if (isRefusal(error) && !repeatsItself) throw error
  if (failed + 1 >= tries && navigator.onLine) throw error
}

/** Which answer a call is about; by its conversation alone until the server has said more. */
function answerOf({ key }: Run) {
  const entryId = liveAnswer(key)?.entryId
  return { id: key as number, ...(entryId && { entryId }) }
}

const conversationOf = ({ event, data }: AnswerEvent) => {
  if (event !== 'control') return undefined
  if ('info' in data) return data.info.conversation_id
  return 'conversation_id' in data ? data.conversation_id : undefined
}

/** Whether the session is over; it goes on when the member has signed in again. */
const isExpired = (error: unknown) => hasCode(error, 'invalid_credentials')

/** Whether the refusal is only for now. */
const isRateLimit = (error: unknown) => error instanceof ApiError && error.status === 429

/** Whether something answered, but not this product as this page knows it. The failure of a network is a TypeError. */
const isNonsense = (error: unknown) =>
  error instanceof ApiError ? error.code === 'service_http_error' : error instanceof Error && error.name === 'Error'
