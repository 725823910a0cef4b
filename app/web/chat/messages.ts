import type { AgentType, Attachment, Reference } from '~/contract/chat.ts'
import type { AnswerStatus, Entry } from '~/contract/conversations.ts'
import type { LiveAnswer } from './live-answers.ts'

/** A message as the page shows it, whether it is stored or still being written. */
export type Message = QuestionMessage | AnswerMessage

export interface QuestionMessage {
  type: 'question'
  key: string
  text: string
  attachments: Attachment[]
}

export interface AnswerMessage {
  type: 'answer'
  key: string
  text: string
  agent: AgentType
  references: Reference[]
  attachments: Attachment[]
  status: AnswerStatus
  errorCode: string | null
  /** When it was last changed, ISO 8601; null while it is being written. */
  time: string | null
  reconnecting: boolean
}

/** The stored messages, with the answer in the making in its place at the end. */
export function messagesOf(entries: readonly Entry[], live: LiveAnswer | undefined): Message[] {
  const stored = entries.map(messageOf)
  if (!live) return stored
  // The stored copy of what is being written says less than the live one.
  const settled =
    stored.at(-1)?.type === 'answer' && (stored.at(-1) as AnswerMessage).status === 'streaming'
      ? stored.slice(0, -1)
      : stored
  const asked = live.question && settled.at(-1)?.type !== 'question' ? [questionOf(live.question.text)] : []
  return [...settled, ...asked, { ...live, type: 'answer', key: 'live-answer', time: null }]
}

function messageOf({ id, content, file_attachments: attachments, updated_at }: Entry): Message {
  if (content.version === 1) return { type: 'question', key: String(id), text: content.user_prompt, attachments }
  return {
    type: 'answer',
    key: String(id),
    text: content.response,
    agent: content.response_pipeline,
    references: content.file_references,
    attachments,
    status: content.status,
    errorCode: content.error_code,
    time: content.status === 'streaming' ? null : updated_at,
    reconnecting: false,
  }
}

const questionOf = (text: string): QuestionMessage => ({
  type: 'question',
  key: 'live-question',
  text,
  attachments: [],
})
