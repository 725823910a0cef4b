import type { AgentType, Attachment, DataEvent, Usage } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import type { Turn } from '~/provider/chat/task.ts'
import type { Model } from '~/provider/models/model.ts'

/** What an agent works with. It reads only the groups given, and of them only the files given where there are any. */
export interface AgentTask {
  question: string
  organizationId: number
  conversationId: number
  /** The latest turn last. */
  history: Turn[]
  groupIds: number[]
  fileIds: number[]
  /** The agents that the member can ask. */
  usableAgents: AgentType[]
  language: Language
  /** Undefined where no model is configured: the built-in answerer then answers. */
  model: Model | undefined
  db: D1Database
  /** Where the bytes of files are (`attached-files.ts`). */
  bucket: R2Bucket
  /** Puts a file that the agent made into the asking member's library. */
  store: (file: GeneratedFile) => Promise<Attachment>
  signal: AbortSignal
}

/** A file that an agent made; its media type is that of its name. */
export interface GeneratedFile {
  name: string
  bytes: Uint8Array
  description: string
}

/** What an agent says: the answer's data, which agent it handed over to, what it cost. */
export type AgentEvent = DataEvent | { selected: AgentType } | { usage: Usage }

/** Turns a question into a stream of events. Ends early when the signal aborts; fails with an ApiError. */
export type Agent = (task: AgentTask) => AsyncGenerator<AgentEvent>
