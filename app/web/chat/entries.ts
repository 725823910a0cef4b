import type { AgentType, Reference } from '~/contract/chat.ts'
import type { AnswerStatus, Entry, Feedback } from '~/contract/conversations.ts'

/** What a stored question says. */
export interface StoredQuestion {
  text: string
  agent: AgentType
  model: string
}

/** What a stored answer says. */
export interface StoredAnswer {
  text: string
  agent: AgentType
  references: Reference[]
  status: AnswerStatus
  errorCode: string | null
  feedback: Feedback
}

/** Whether a message has files, attached or cited. */
export const hasFiles = ({ content, file_attachments }: Entry): boolean =>
  file_attachments.length > 0 || (content.version === 2 && content.file_references.length > 0)

/** An entry's question in this side's words, which are not those of the API; undefined for an answer. */
export const questionIn = ({ content }: Entry): StoredQuestion | undefined =>
  content.version === 1
    ? { text: content.user_prompt, agent: content.selected_pipeline, model: content.selected_model }
    : undefined

/** An entry's answer in this side's words; undefined for a question. */
export const answerIn = ({ content }: Entry): StoredAnswer | undefined =>
  content.version === 2
    ? {
        text: content.response,
        agent: content.response_pipeline,
        references: content.file_references,
        status: content.status,
        errorCode: content.error_code,
        feedback: content.feedback,
      }
    : undefined
