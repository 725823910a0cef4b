import { defaultModel } from '~/contract/chat.ts'
import type { Conversation, Entry } from '~/contract/conversations.ts'
import type { ConversationRow, EntryRow } from '~/provider/chat/own-conversation.ts'
import { filesOf } from './gone-files.ts'

/** A conversation as the API shows it: without whose it is. */
export const toConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  title: row.title,
  pipeline: row.pipeline,
  favorite: row.favorite,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/**
 * A question or an answer as the API shows it; `conversation` says what an entry leaves open, `gone` which files are out of
 * the reader's reach.
 */
export function toEntry(
  row: EntryRow,
  conversation: Pick<ConversationRow, 'pipeline'>,
  gone: ReadonlySet<number>,
): Entry {
  const { id, attachments, updated_at } = row
  const goneOfEntry = filesOf(row).filter((file) => gone.has(file))
  return {
    id,
    content: row.kind === 'question' ? questionOf(row, conversation) : answerOf(row, conversation),
    file_attachments: attachments,
    ...(goneOfEntry.length > 0 && { gone_files: goneOfEntry }),
    updated_at,
  }
}

const questionOf = (row: EntryRow, { pipeline }: Pick<ConversationRow, 'pipeline'>): Entry['content'] => ({
  version: 1,
  user_prompt: row.user_prompt ?? '',
  selected_pipeline: row.selected_pipeline ?? pipeline,
  selected_model: row.selected_model ?? defaultModel,
})

const answerOf = (row: EntryRow, { pipeline }: Pick<ConversationRow, 'pipeline'>): Entry['content'] => ({
  version: 2,
  response: row.response ?? '',
  response_pipeline: row.response_pipeline ?? pipeline,
  feedback: row.feedback,
  file_references: row.refs,
  status: row.status ?? 'failed',
  error_code: row.error_code,
})
