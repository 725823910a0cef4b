import type { AnswerEvent, AnswerInfo } from '~/contract/chat.ts'
import { codeSentence } from '~/provider/api/error-sentences.ts'
import type { ConversationRow, EntryRow } from '~/provider/conversations/tables.ts'
import type { NewEvent } from './event-log.ts'
import { eventBytes, eventStream } from './sse.ts'

/**
 * The events of a stored answer whose own ones are no longer kept. `text` replaces what a reader has of it, so it does
 * not matter how far that one came; ids follow `after`.
 */
export function replay(conversation: ConversationRow, answer: EntryRow, after: number): Response {
  const events = eventsOf(conversation, answer).map(
    (event, index) => ({ ...event, id: after + index + 1 }) as AnswerEvent,
  )
  return eventStream(eventBytes(events))
}

function eventsOf(conversation: ConversationRow, answer: EntryRow): NewEvent[] {
  const { input_tokens, output_tokens, error_code: code } = answer
  const info: AnswerInfo = {
    conversation_id: conversation.id,
    conversation_title: conversation.title,
    prompt_id: answer.question_id ?? 0,
    entry_id: answer.id,
    audit_id: answer.audit_id,
    assistant_selected: answer.agent,
    usage: input_tokens === null ? null : { input_tokens, output_tokens: output_tokens ?? 0 },
  }
  const events: NewEvent[] = [
    { event: 'control', data: { conversation_id: conversation.id } },
    { event: 'control', data: { info } },
    // Sources come first, as always; these take the place of whatever a reader has.
    { event: 'data', data: { references: answer.sources ?? [] } },
    { event: 'data', data: { attachments: answer.attachments ?? [] } },
    { event: 'data', data: { text: answer.text } },
  ]
  if (code) events.push({ event: 'control', data: { error: { code, message: codeSentence(code) } } })
  return [...events, { event: 'done', data: { entry_id: answer.id } }]
}
