import { z } from 'zod'
import { AgentType, Attachment, Reference } from './chat.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Page, Time, paged } from './shared.ts'

export const Conversation = z.object({
  id: z.number().int(),
  title: z.string(),
  pipeline: AgentType,
  favorite: z.boolean(),
  created_at: Time,
  updated_at: Time,
  /** In lists: an answer is being written in it. Left out where none is. */
  running: z.boolean().optional(),
})
export type Conversation = z.infer<typeof Conversation>

/** A text in pieces; those that are a `hit` are what was searched for. */
export const MarkedText = z.array(z.object({ text: z.string(), hit: z.boolean() }))
export type MarkedText = z.infer<typeof MarkedText>

/**
 * A conversation that a search found: its title, and the place in its latest message that matches, if one does, with the
 * entry of that message.
 */
export const ConversationHit = z.object({
  conversation: Conversation,
  title: MarkedText,
  snippet: MarkedText.nullable(),
  entry_id: z.number().int().nullable().optional(),
})
export type ConversationHit = z.infer<typeof ConversationHit>

/** A conversation's place in the list, `{updated_at},{id}`: a list goes on behind it, whatever was added before it meanwhile. */
export const PlaceInList = z.string().regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z,[1-9]\d{0,15}$/)

export const Feedback = z.enum(['good', 'bad', 'unknown'])
export type Feedback = z.infer<typeof Feedback>

/** How an answer stands: `stopped` was cancelled, `failed` has an `error_code`; both keep the text so far. */
export const AnswerStatus = z.enum(['streaming', 'done', 'stopped', 'failed'])
export type AnswerStatus = z.infer<typeof AnswerStatus>

export const QuestionContent = z.object({
  version: z.literal(1),
  user_prompt: z.string(),
  selected_pipeline: AgentType,
  selected_model: z.string(),
})

export const AnswerContent = z.object({
  version: z.literal(2),
  response: z.string(),
  response_pipeline: AgentType,
  feedback: Feedback,
  file_references: z.array(Reference),
  status: AnswerStatus,
  error_code: z.string().nullable(),
})

/** A message of a conversation: version 1 is a question, version 2 an answer. */
export const Entry = z.object({
  id: z.number().int(),
  content: z.discriminatedUnion('version', [QuestionContent, AnswerContent]),
  file_attachments: z.array(Attachment),
  updated_at: Time,
})
export type Entry = z.infer<typeof Entry>

export const listConversations = endpoint({
  method: 'get',
  path: '/web/v1/conversations',
  access: 'member',
  scope: 'ask',
  summary: "The caller's conversations, or the favorites alone, the latest first.",
  query: z.object({
    page: Page,
    page_size: z.coerce.number().int().min(1).max(100_000).default(100_000),
    after: PlaceInList.optional(),
    favorite: z.literal('true').optional(),
  }),
  output: paged(Conversation),
})

export const searchConversations = endpoint({
  method: 'get',
  path: '/web/v1/conversations/search',
  access: 'member',
  scope: 'ask',
  summary: "The caller's conversations whose titles or messages have these words; hits in titles first.",
  query: z.object({ q: z.string().trim().min(1).max(200), page: Page }),
  output: paged(ConversationHit).extend({
    /** False while older conversations are still being made searchable. */
    complete: z.boolean(),
  }),
})

/** A part of a conversation, with the title of it. */
export const EntriesPage = paged(Entry).extend({ title: z.string().optional() })
export type EntriesPage = z.infer<typeof EntriesPage>

export const listEntries = endpoint({
  method: 'get',
  path: '/v1/conversations/{id}/entries',
  access: 'member',
  scope: 'ask',
  summary: 'The questions and answers of a conversation, the first first.',
  params: IdParams,
  query: z.object({ page: Page, page_size: z.coerce.number().int().min(1).max(10_000).default(10_000) }),
  output: EntriesPage,
})

export const listDeletedFiles = endpoint({
  method: 'get',
  path: '/v1/conversations/{id}/deleted-files',
  access: 'member',
  scope: 'ask',
  summary:
    "The ids of a conversation's files, attached or cited, that are deleted or that the caller may not read (any more).",
  params: IdParams,
  output: z.array(z.number().int()),
})

export const updateConversation = endpoint({
  method: 'put',
  path: '/v1/conversations/{id}',
  access: 'member',
  scope: 'ask',
  summary: 'Renames a conversation or marks it as a favorite.',
  params: IdParams,
  body: z.strictObject({ title: z.string().trim().min(1).max(500).optional(), favorite: z.boolean().optional() }),
  output: Conversation,
})

export const branchConversation = endpoint({
  method: 'post',
  path: '/v1/conversations/{id}/branch',
  access: 'member',
  scope: 'ask',
  summary: 'Makes a new conversation of what was said before one of its questions; the old one stays as it is.',
  params: IdParams,
  body: z.strictObject({ entry_id: z.number().int().positive() }),
  output: Conversation,
})

export const deleteConversation = endpoint({
  method: 'delete',
  path: '/v1/conversations/{id}',
  access: 'member',
  scope: 'ask',
  summary: 'Deletes a conversation; a running answer ends.',
  params: IdParams,
  output: 'nothing',
})

export const deleteConversations = endpoint({
  method: 'delete',
  path: '/v1/conversations',
  access: 'member',
  scope: 'ask',
  summary: "Deletes all of the caller's conversations. Both ids must be the caller's own.",
  query: z.object({ user_id: Id.optional(), organization_id: Id.optional() }),
  output: 'nothing',
})

export const setFeedback = endpoint({
  method: 'patch',
  path: '/web/v1/conversations/{conversation_id}/entries/{entry_id}/feedback',
  access: 'member',
  scope: 'ask',
  summary: "Records the caller's opinion of an answer.",
  params: z.object({ conversation_id: Id, entry_id: Id }),
  query: z.object({ value: Feedback }),
  output: z.object({ feedback: Feedback }),
})
