import type { AnswerEvent } from '~/contract/chat.ts'
import { codeSentence } from '~/provider/api/error-sentences.ts'
import type { NewEvent } from './event-log.ts'
import { restated } from './finalize.ts'
import type { ConversationRow, EntryRow } from './own-conversation.ts'
import { eventBytes, eventStream } from './sse.ts'

/**
 * The events of a stored answer whose own ones are no longer kept. `text` replaces what a reader has of it, so it does
 * not matter how far that one came; ids go on behind `after`.
 */
export function replay(
  conversation: ConversationRow,
  answer: EntryRow & { auditId: number | null },
  after: number,
): Response {
  const events = eventsOf(conversation, answer).map(
    (event, index) => ({ ...event, id: after + index + 1 }) as AnswerEvent,
  )
  return eventStream(eventBytes(events))
}

function eventsOf(conversation: ConversationRow, answer: EntryRow & { auditId: number | null }): NewEvent[] {
  const info = {
    conversation_id: conversation.id,
    conversation_title: conversation.title,
    prompt_id: answer.question_id ?? 0,
    entry_id: answer.id,
    audit_id: answer.auditId,
    assistant_selected: answer.response_pipeline ?? conversation.pipeline,
    usage:
      answer.input_tokens === null
        ? null
        : { input_tokens: answer.input_tokens, output_tokens: answer.output_tokens ?? 0 },
  }
  const events: NewEvent[] = [
    { event: 'control', data: { conversation_id: conversation.id } },
    { event: 'control', data: { info } },
    ...restated({ text: answer.response ?? '', references: answer.refs, attachments: answer.attachments }),
  ]
  const code = answer.error_code
  if (code) events.push({ event: 'control', data: { error: { code, message: codeSentence(code) } } })
  return [...events, { event: 'done', data: { entry_id: answer.id } }]
}
