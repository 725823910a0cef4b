import { createContext, use } from 'react'
import type { Feedback } from '~/contract/conversations.ts'

/** What can be done with the messages of a conversation. The same object as long as the conversation is shown. */
export interface MessageActions {
  /**
   * Asks the last question again, or `text` in its place; its answer is replaced, and stopped where it still runs.
   * Resolves when the server has the question.
   *
   * @throws when the question was not accepted: then question and answer are as they were
   */
  askAgain: (text?: string) => Promise<void>
  /** Opens a new conversation that holds what was said before this question, with the question in its box. */
  branch: (questionId: number) => Promise<void>
  /** Sets or removes the feedback on an answer: it shows at once, and is undone when the server refuses it. */
  rate: (answerId: number, feedback: Feedback) => Promise<void>
}

const Context = createContext<MessageActions | null>(null)

export const MessageActionsProvider = Context.Provider

export function useActions(): MessageActions {
  const actions = use(Context)
  if (!actions) throw new Error('messages are shown within a conversation')
  return actions
}
