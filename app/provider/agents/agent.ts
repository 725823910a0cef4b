import type { AgentType, Attachment, DataEvent, Usage } from '~/contract/chat.ts'
import type { GeneratedFile } from '~/provider/files/store-generated.ts'
import type { Language } from '~/contract/users.ts'
import type { ImageModel } from '~/provider/models/images/image-model.ts'
import type { CutReason, Model } from '~/provider/models/model.ts'
import type { Reranker } from '~/provider/models/reranker.ts'
import type { Library } from '~/provider/search/library.ts'
import type { PassageVectors } from '~/provider/search/vectors.ts'
import type { TablesStub } from '~/provider/sandbox/stub.ts'

/** An earlier question of the conversation with its answer. */
export interface Turn {
  question: string
  answer: string
}

/** What the prompts of one conversation have in common. */
export interface Setting {
  /**
   * The name of the elements that texts of sources stand in. It is the same in each turn of a conversation, so that services
   * can take what they have read before from their cache, and no text can know it.
   */
  fence: string
  /** Null where the identity provider says none. */
  memberName: string | null
  organizationName: string
  /** The organisation's, such as `Asia/Tokyo`. */
  timeZone: string
  /** What the member wants of every answer, in their own words; not of what a model is asked for on the way to one. */
  instructions?: string | null
}

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
  setting: Setting
  /** Undefined where no model is configured: the built-in answerer then answers. */
  model: Model | undefined
  /** Undefined where no image model is configured. */
  imageModel: ImageModel | undefined
  /** Undefined where passages have no vectors: then they are found by their words alone. */
  vectors?: PassageVectors | undefined
  /** Undefined where none is configured: then passages stay in the order of the search. */
  reranker?: Reranker | undefined
  db: D1Database
  /** Where the passages of files are found (`search/library.ts`). */
  library: Library
  /** Where the bytes of files are (`attached-files.ts`). */
  bucket: R2Bucket
  /** The Worker that parses documents (`documents/ask-reader.ts`). */
  reader: Env['READER']
  /** The Worker's static files. */
  assets: Fetcher
  /** Where tables of the conversation's files are asked in SQL. */
  tables: () => TablesStub
  /** Puts a file that the agent made into the asking member's library. */
  store: (file: GeneratedFile) => Promise<Attachment>
  signal: AbortSignal
}

/** A file that an agent made; its media type is that of its name. */
export type MadeFile = Pick<GeneratedFile, 'name' | 'bytes'>

/**
 * What an agent says: the answer's data, which agent it handed over to, and that the model's answer was cut, which the reader is
 * told. What a call of the model cost comes along with what it wrote; the run counts it at the model (`counted.ts`).
 */
export type AgentEvent = DataEvent | { selected: AgentType } | { usage: Usage } | { cut: CutReason }

/** Turns a question into a stream of events. Ends early when the signal aborts; fails with an ApiError. */
export type Agent = (task: AgentTask) => AsyncGenerator<AgentEvent>
