import { defaultModel } from '~/contract/chat.ts'
import type { Conversation, Entry } from '~/contract/conversations.ts'
import type { ConversationRow, EntryRow } from './tables.ts'

/** A conversation in the contract's words. */
export const toConversation = ({ agent, ...row }: ConversationRow): Conversation => ({
  id: row.id,
  title: row.title,
  pipeline: agent,
  favorite: row.favorite,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** A question or an answer in the contract's words. */
export const toEntry = (row: EntryRow): Entry => ({
  id: row.id,
  content: row.kind === 'question' ? questionOf(row) : answerOf(row),
  file_attachments: row.attachments ?? [],
  updated_at: row.updated_at,
})

const questionOf = ({ text, agent, model }: EntryRow): Entry['content'] => ({
  version: 1,
  user_prompt: text,
  selected_pipeline: agent,
  selected_model: model ?? defaultModel,
})

const answerOf = ({ text, agent, feedback, sources, status, error_code }: EntryRow): Entry['content'] => ({
  version: 2,
  response: text,
  response_pipeline: agent,
  feedback: feedback ?? 'unknown',
  file_references: sources ?? [],
  status: status ?? 'failed',
  error_code,
})
