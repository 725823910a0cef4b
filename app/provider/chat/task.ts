import type { AgentType, Attachment, Usage } from '~/contract/chat.ts'
import type { AnswerStatus } from '~/contract/conversations.ts'
import type { ErrorCode } from '~/contract/errors.ts'
import type { Language } from '~/contract/users.ts'
import type { Setting, Turn } from '~/provider/agents/agent.ts'

/** Milliseconds that the events of an ended answer are kept; later readers get the stored answer. */
export const keptFor = 60 * 60 * 1000

/** Which answer a run is for and how it was asked for: what has to be known to end it. */
export interface RunRecord {
  entryId: number
  conversationId: number
  agent: AgentType
  /** Goes on when nobody reads. */
  background: boolean
  /** A configured model's name; null for the built-in answerer. */
  model: string | null
  question: string
  asked: Asked
}

/** Who asked, and with what: the audit tells it though user, conversation and question may be gone when the answer ends. */
export interface Asked {
  organizationId: number
  organizationKey: string
  userId: number
  /** The place that was kept for the question within the quotas, which its audit ends. */
  reservation?: string
  /** As of asking. */
  userEmail: string
  files: Attachment[]
  /** Milliseconds since 1970. */
  at: number
}

/** All that a run needs; what the member may read is decided before it starts. */
export interface AnswerTask extends RunRecord {
  questionId: number
  conversationTitle: string
  /** The groups that are searched. */
  groupIds: number[]
  /** Where files go that the answer makes: the member's private group. */
  libraryGroupId: number
  /** The attached files; where there are any, only they are searched. */
  fileIds: number[]
  /** The agents that the member can ask: those that automatic selection chooses from. */
  usableAgents: AgentType[]
  /** The latest turn last. */
  history: Turn[]
  language: Language
  /** What a model is told of the asker. */
  asker: Omit<Setting, 'fence'>
}

/** How a run ended. `errorCode` is null only for `done`. */
export interface Outcome {
  status: Exclude<AnswerStatus, 'streaming'>
  errorCode: ErrorCode | null
  model: string | null
  usage: Usage | null
  /** Milliseconds since 1970. */
  endedAt: number
}

/** The part of a task that is kept: not the history, nor what the member may read. */
export const recordOf = (task: RunRecord): RunRecord => {
  const { entryId, conversationId, agent, background, model, question, asked } = task
  return { entryId, conversationId, agent, background, model, question, asked }
}
