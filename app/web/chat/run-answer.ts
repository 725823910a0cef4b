import type { QueryClient } from '@tanstack/react-query'
import type { AgentType, AnswerEvent } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { answerEvents } from './answer-events.ts'
import { ask, cancelAnswer, resumeAnswer } from './chat.functions.ts'
import {
  type LiveKey,
  liveAnswer,
  moveLiveAnswer,
  removeLiveAnswer,
  setLiveAnswer,
  updateLiveAnswer,
  withEvent,
} from './live-answers.ts'
import { conversationsQuery, entriesQuery } from './queries.ts'

/** How long to wait before a lost stream is asked for again, in milliseconds (spec, section 9). */
const reconnectDelay = 1000

export interface AskOptions {
  queryClient: QueryClient
  /** null asks in a new conversation. */
  conversationId: number | null
  text: string
  agent: AgentType
  /** Left out for the adaptive model. */
  model?: string
  /** Called once the server has stored the question, with the conversation's id. */
  onAccepted: (conversationId: number) => void
}

/**
 * Asks a question and keeps its answer up to date until it has ended, whatever page is shown meanwhile. Rejects only when
 * the question was not accepted: then nothing was stored and nothing shows.
 */
export async function askQuestion({
  queryClient,
  conversationId,
  text,
  agent,
  model,
  onAccepted,
}: AskOptions): Promise<void> {
  let key: LiveKey = conversationId ?? 'new'
  setLiveAnswer(key, { ...blank(agent), question: { text, time: new Date().toISOString() } })
  const headers = idempotent()
  const question = { query: text, pipeline: agent, background: true, ...(model && { llm: model }) }

  const accepted = (id: number) => {
    moveLiveAnswer(key, id)
    key = id
    void queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey })
    onAccepted(id)
  }
  try {
    await follow(
      () => key,
      accepted,
      (lastEventId) =>
        // Before the server has named the conversation, the same question is repeated under the same key.
        typeof key === 'number' && lastEventId
          ? resumeAnswer({ data: { id: key }, headers: { 'last-event-id': lastEventId } })
          : ask({ data: { conversationId, question }, headers }),
    )
  } catch (error) {
    removeLiveAnswer(key)
    throw error
  }
  await store(queryClient, key as number)
}

/** Reads an answer that is already being written: after a reload, or one that another tab asked for. */
export async function followAnswer(queryClient: QueryClient, conversationId: number, agent: AgentType): Promise<void> {
  if (liveAnswer(conversationId)) return
  setLiveAnswer(conversationId, blank(agent))
  try {
    await follow(
      () => conversationId,
      () => {},
      (lastEventId) =>
        resumeAnswer({ data: { id: conversationId }, headers: lastEventId ? { 'last-event-id': lastEventId } : {} }),
    )
  } finally {
    await store(queryClient, conversationId)
  }
}

/** Stops the answer; its text so far stays. */
export const stopAnswer = (conversationId: number) => cancelAnswer({ data: { id: conversationId } })

/** Reads events until `done`, over as many connections as that takes. */
async function follow(
  key: () => LiveKey,
  accepted: (id: number) => void,
  open: (lastEventId?: string) => Promise<Response>,
) {
  let lastEventId: string | undefined
  let failures = 0
  for (;;) {
    try {
      for await (const event of answerEvents(await open(lastEventId))) {
        failures = 0
        lastEventId = String(event.id)
        const id = conversationOf(event)
        if (id !== undefined) accepted(id)
        updateLiveAnswer(key(), (answer) => ({ ...withEvent(answer, event), reconnecting: false }))
        if (event.event === 'done') return
      }
    } catch (error) {
      if (isFinal(error) || (!lastEventId && ++failures > 3)) throw error
    }
    updateLiveAnswer(key(), (answer) => ({ ...answer, reconnecting: true }))
    await online()
  }
}

const conversationOf = (event: AnswerEvent) =>
  event.event === 'control' && 'conversation_id' in event.data ? event.data.conversation_id : undefined

/** Whether asking again cannot help: the server understood and refused. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status < 500

/** A second, or longer while the browser is offline. */
async function online() {
  await new Promise((resolve) => setTimeout(resolve, reconnectDelay))
  if (navigator.onLine) return
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

/** Swaps the live answer for the stored one, without a gap between the two. */
async function store(queryClient: QueryClient, conversationId: number) {
  await queryClient.invalidateQueries({ queryKey: entriesQuery(conversationId).queryKey, refetchType: 'none' })
  await queryClient.fetchQuery({ ...entriesQuery(conversationId), staleTime: 0 }).catch(() => {})
  removeLiveAnswer(conversationId)
  await queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey })
}

const blank = (agent: AgentType) => ({
  question: null,
  agent,
  text: '',
  references: [],
  attachments: [],
  status: 'streaming' as const,
  errorCode: null,
  reconnecting: false,
})
