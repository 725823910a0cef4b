import { z } from 'zod'
import { defaultAgent, maxQuestionLength } from './defaults.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams } from './shared.ts'

export { defaultAgent, defaultModel } from './defaults.ts'

/** All agents; `auto_ai`, the default, chooses among the others. */
export const agentTypes = [
  'auto_ai',
  'chat_ai',
  'search_ai',
  'analysis_ai',
  'file_transformation_ai',
  'data_extraction_ai',
  'data_analysis_ai',
  'compliance_review_ai',
  'creative_ai',
] as const
export const AgentType = z.enum(agentTypes)
export type AgentType = z.infer<typeof AgentType>

const Choice = z.object({ name: z.string(), default: z.boolean(), available: z.boolean() })
export type Choice = z.infer<typeof Choice>

/**
 * A model that can be chosen, with what members call it. `state` says why one would not answer now: `gone` while its server is out
 * of reach, or has it no more; `limit_reached` until the month ends in which it has cost what it may.
 */
export const ModelChoice = Choice.extend({
  label: z.string().optional(),
  state: z.enum(['gone', 'limit_reached']).optional(),
})
export type ModelChoice = z.infer<typeof ModelChoice>

/** What can be chosen for a question; the default is listed first. `limits` are those of the server. */
export const ChatSettings = z.object({
  pipelines: z.array(Choice.extend({ name: AgentType })),
  models: z.array(ModelChoice),
  limits: z.object({
    files_per_message: z.number().int(),
    file_bytes: z.number().int(),
    total_file_bytes: z.number().int(),
  }),
})
export type ChatSettings = z.infer<typeof ChatSettings>

/** A source of an answer. `id` is the n of its citation marker `[:&n]`. */
export const Reference = z.object({
  id: z.number().int(),
  type: z.enum(['web', 'document', 'image']),
  name: z.string(),
  url: z.string().optional(),
  file_id: z.number().int().optional(),
  page_number: z.number().int().optional(),
  /** The words of the source that the answer rests on. */
  excerpt: z.string().optional(),
})
export type Reference = z.infer<typeof Reference>

/** A file that a question or an answer carries. */
export const Attachment = z.object({
  id: z.number().int(),
  name: z.string(),
  mime_type: z.string(),
  size: z.number().int(),
})
export type Attachment = z.infer<typeof Attachment>

export const Usage = z.object({ input_tokens: z.number().int(), output_tokens: z.number().int() })
export type Usage = z.infer<typeof Usage>

/** `data` events: what the answer says. `delta` appends, `text` replaces. */
export const DataEvent = z.union([
  z.object({ delta: z.string() }),
  z.object({ text: z.string() }),
  z.object({ references: z.array(Reference) }),
  z.object({ attachments: z.array(Attachment) }),
])
export type DataEvent = z.infer<typeof DataEvent>

export const AnswerInfo = z.object({
  conversation_id: z.number().int(),
  conversation_title: z.string(),
  prompt_id: z.number().int(),
  /** The answer's entry: what a reader asks the rest of, whatever was asked in the conversation meanwhile. */
  entry_id: z.number().int().optional(),
  audit_id: z.number().int().nullable(),
  assistant_selected: AgentType,
  usage: Usage.nullable(),
})
export type AnswerInfo = z.infer<typeof AnswerInfo>

/** `control` events: what the answer belongs to, and how it fails. */
export const ControlEvent = z.union([
  z.object({ conversation_id: z.number().int() }),
  z.object({ info: AnswerInfo }),
  z.object({ conversation_title: z.string() }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])
export type ControlEvent = z.infer<typeof ControlEvent>

/** The last event of every stream, failed ones included: the stored answer's entry. */
export const DoneEvent = z.object({ entry_id: z.number().int() })
export type DoneEvent = z.infer<typeof DoneEvent>

/** One server-sent event of an answer, parsed. Ids increase by one from 1. */
export type AnswerEvent =
  | { id: number; event: 'data'; data: DataEvent }
  | { id: number; event: 'control'; data: ControlEvent }
  | { id: number; event: 'done'; data: DoneEvent }

/** A question. `files` are ids; `llm` is left out for the adaptive model. */
export const Question = z.object({
  query: z.string().max(maxQuestionLength),
  pipeline: AgentType.default(defaultAgent),
  files: z.array(z.number().int().positive()).default([]),
  overwrite_prompt_id: z.number().int().positive().optional(),
  overwrite_assistant_id: z.number().int().positive().optional(),
  web_search: z.boolean().default(true),
  llm: z.string().max(200).optional(),
  /** Goes on when the connection closes; without it, a closed connection ends the run. */
  background: z.boolean().default(false),
})
export type Question = z.infer<typeof Question>

export const getChatSettings = endpoint({
  method: 'get',
  path: '/web/v1/chat/settings',
  access: 'member',
  scope: 'ask',
  summary: 'The agents and models that can be chosen, the default first, and the limits of a message.',
  output: ChatSettings,
})

export const ask = endpoint({
  method: 'post',
  path: '/web/v1/chat',
  access: 'member',
  scope: 'ask',
  summary: 'Asks the first question of a new conversation and streams the answer.',
  body: Question,
  output: 'stream',
})

export const askIn = endpoint({
  method: 'post',
  path: '/web/v1/chat/{id}',
  access: 'member',
  scope: 'ask',
  summary: 'Asks a question in a conversation and streams the answer.',
  params: IdParams,
  body: Question,
  output: 'stream',
})

export const resumeAnswer = endpoint({
  method: 'get',
  path: '/web/v1/chat/{id}/stream',
  access: 'member',
  scope: 'ask',
  summary: "Streams the conversation's latest answer from the event after `Last-Event-ID` on.",
  params: IdParams,
  query: z.object({ entry_id: Id.optional() }),
  output: 'stream',
})

export const cancelAnswer = endpoint({
  method: 'post',
  path: '/web/v1/chat/{id}/cancel',
  access: 'member',
  scope: 'ask',
  summary: "Stops the conversation's running answer and keeps its text so far.",
  params: IdParams,
  query: z.object({ entry_id: Id.optional() }),
  output: 'nothing',
})
