import { vi } from 'vitest'
import { connect, type Connection, newQueryClient, question, recorded, type RecordedServer } from './replay.ts'
import { liveAnswer } from '~/web/chat/answers/live-answers.ts'
import { entriesQuery } from '~/web/chat/queries.ts'
import { askQuestion } from '~/web/chat/answers/run-answer.ts'
import type { ConversationKey } from '~/web/chat/conversation-key.ts'

/** Asks the recorded question over the planned connections. `run` lets time pass until the answer has ended. */
export function asking(server: RecordedServer, conversation: ConversationKey = 'new') {
  connect(server)
  const queryClient = newQueryClient()
  const onAccepted = vi.fn()
  const state: { outcome?: unknown; error?: unknown } = {}
  const texts: string[] = []
  const asked = askQuestion({ queryClient, conversation, text: question, agent: 'auto_ai', onAccepted })
  const settled = asked.then(
    (outcome) => void (state.outcome = outcome),
    (error: unknown) => void (state.error = error),
  )
  const going = () => !('outcome' in state) && !('error' in state)
  /** Lets that many milliseconds pass, or less where the answer ends. */
  const pass = async (milliseconds: number) => {
    const time = { over: false }
    const timer = setTimeout(() => (time.over = true), milliseconds)
    while (going() && !time.over) {
      await vi.advanceTimersToNextTimerAsync()
      const text = (liveAnswer(server.conversationId) ?? liveAnswer('new'))?.text
      if (text !== undefined) texts.push(text)
    }
    clearTimeout(timer)
  }
  const run = async () => {
    await pass(20 * 60_000)
    await settled
    return state
  }
  const shown = () => queryClient.getQueryData(entriesQuery(server.conversationId).queryKey)?.data
  return { queryClient, onAccepted, state, texts, pass, run, shown }
}

/** A connection that brings that many bytes. */
export const cut = (bytes: number, end: 'ends' | 'breaks' | 'falls silent' = 'breaks'): Connection => ({ bytes, end })
/** The connections that were made to read the answer. */
export const opens = (server: RecordedServer) => server.calls.filter(({ name }) => name !== 'cancel')

/** The recorded answer of a model, for the tests that need but one. */
export const model = recorded('model')
