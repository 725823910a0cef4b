import type { AgentType, Attachment, Usage } from '~/contract/chat.ts'
import type { AnswerStatus } from '~/contract/conversations.ts'
import type { ErrorCode } from '~/contract/errors.ts'
import type { Language } from '~/contract/users.ts'
import type { Organization } from '~/provider/organization/chain.ts'
import type { Measures } from '~/provider/organization/measures.ts'
import type { Setting, Turn } from '~/provider/agents/agent.ts'
import type { Shard } from '~/provider/search/library.ts'

/** Who asks: the audit tells it though user and conversation may be gone when the answer ends. */
export interface Asker {
  userId: number
  /** As of asking. */
  email: string
  organization: Organization
  /** The name of the key that a program asks with. */
  apiKey: string | null
}

/** A question as the Worker has checked it, with what was decided before it is stored: above all what the member may read. */
export interface CheckedQuestion {
  text: string
  agent: AgentType
  /** The model as it was chosen; the default model's name where it was left out. */
  chosenModel: string
  attachments: Attachment[]
  /** Goes on when nobody reads. */
  background: boolean
  /** Milliseconds since 1970. */
  askedAt: number
  asker: Asker
  /** A configured model's name; null for the built-in answerer. */
  model: string | null
  /** The groups that are searched. */
  groupIds: number[]
  /** Where the library of the member's groups is. */
  shards: Shard[]
  /** Where files go that the answer makes: the member's private group. */
  libraryGroupId: number
  /** The agents that the member can ask: those that automatic selection chooses from. */
  usableAgents: AgentType[]
  language: Language
  /** What a model is told of the asker. */
  setting: Omit<Setting, 'fence'>
  /** The place that was kept for it within the organisation's quotas. */
  reservation?: string | undefined
}

/** A question that is stored, with the answer that is to be written. */
export interface AnswerTask extends CheckedQuestion {
  conversationId: number
  conversationTitle: string
  questionId: number
  answerId: number
  /** The conversation goes when the answer's events do: a program leads it itself. */
  isPassing: boolean
  /** The latest turn last. */
  history: Turn[]
}

/** What has to be known to end an answer, whoever began it. */
export type EndingAnswer = Pick<
  AnswerTask,
  'conversationId' | 'answerId' | 'text' | 'agent' | 'model' | 'attachments' | 'askedAt' | 'asker' | 'reservation'
> & { setting?: Pick<Setting, 'instructions'> }

/** How an answer ended. `errorCode` is null only for `done`. */
export interface Outcome {
  status: Exclude<AnswerStatus, 'streaming'>
  errorCode: ErrorCode | null
  /** The model that wrote it; null where none did. */
  model: string | null
  usage: Usage | null
  /** What it showed of how the product works; nothing where it was ended by another instance than it was begun by. */
  measures?: Measures
}
