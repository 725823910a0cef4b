import type { AgentType, Usage } from '~/contract/chat.ts'
import type { AnswerStatus } from '~/contract/conversations.ts'
import type { ErrorCode } from '~/contract/errors.ts'
import type { Language } from '~/contract/users.ts'

/** Milliseconds that the events of an ended answer are kept; later readers get the stored answer. */
export const keptFor = 60 * 60 * 1000

/** Which answer a run is for and how it was asked for: what has to be known to end it. */
export interface RunRecord {
  entryId: number
  conversationId: number
  agent: AgentType
  /** Goes on when nobody reads. */
  background: boolean
}

/** An earlier question of the conversation with its answer. */
export interface Turn {
  question: string
  answer: string
}

/** All that a run needs; what the member may read is decided before it starts. */
export interface AnswerTask extends RunRecord {
  question: string
  questionId: number
  conversationTitle: string
  /** The groups that are searched. */
  groupIds: number[]
  /** The attached files; where there are any, only they are searched. */
  fileIds: number[]
  /** A configured model's name; null for the built-in answerer. */
  model: string | null
  /** The latest turn last. */
  history: Turn[]
  language: Language
}

/** How a run ended. `errorCode` is null only for `done`. */
export interface Outcome {
  status: Exclude<AnswerStatus, 'streaming'>
  errorCode: ErrorCode | null
  model: string | null
  usage: Usage | null
}

/** The part of a task that is kept: neither the question nor the history. */
export const recordOf = ({ entryId, conversationId, agent, background }: RunRecord): RunRecord => ({
  entryId,
  conversationId,
  agent,
  background,
})
