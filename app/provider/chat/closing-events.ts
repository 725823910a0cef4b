import { codeSentence } from '~/provider/api/error-sentences.ts'
import type { AnswerSoFar, NewEvent } from './event-log.ts'
import type { Outcome } from './task.ts'

/** The last events of an answer: its conversation's new title, why it failed or what it cost, then `done`, always. */
export function closingEvents(
  answerId: number,
  { info }: AnswerSoFar,
  { errorCode, usage }: Outcome,
  { auditId, title }: { auditId: number | null; title: string | undefined },
): NewEvent[] {
  const events: NewEvent[] = []
  if (title !== undefined) events.push({ event: 'control', data: { conversation_title: title } })
  if (info) {
    const known = { conversation_title: title ?? info.conversation_title, audit_id: auditId, usage }
    events.push({ event: 'control', data: { info: { ...info, ...known } } })
  }
  if (errorCode) {
    events.push({ event: 'control', data: { error: { code: errorCode, message: codeSentence(errorCode) } } })
  }
  return [...events, { event: 'done', data: { entry_id: answerId } }]
}
