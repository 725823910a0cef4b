import { and, eq } from 'drizzle-orm'
import { codeSentence } from '~/provider/api/error-sentences.ts'
import { conversations, type Database, entries, now } from '~/provider/db/index.ts'
import { persistently } from '~/provider/db/persistently.ts'
import type { AnswerSoFar, NewEvent } from './event-log.ts'
import type { Outcome, RunRecord } from './task.ts'

/**
 * Stores how an answer ended. May be repeated: only an entry that still streams is written, so that a deleted or
 * already ended one stays as it is.
 *
 * @throws the database's error when it still refuses after about 5 seconds
 */
export async function saveAnswer(db: Database, record: RunRecord, answer: AnswerSoFar, outcome: Outcome) {
  const time = now()
  const saved = db
    .update(entries)
    .set({
      response: answer.text.toWellFormed(),
      refs: answer.references,
      attachments: answer.attachments,
      response_pipeline: answer.info?.assistant_selected ?? record.agent,
      response_model: outcome.model,
      status: outcome.status,
      error_code: outcome.errorCode,
      input_tokens: outcome.usage?.input_tokens ?? null,
      output_tokens: outcome.usage?.output_tokens ?? null,
      updated_at: time,
    })
    .where(and(eq(entries.id, record.entryId), eq(entries.status, 'streaming')))
  const touched = db.update(conversations).set({ updated_at: time }).where(eq(conversations.id, record.conversationId))
  await persistently(() => db.batch([saved, touched]))
}

/** Events that put an answer in the place of whatever a reader has of it. References come first, as always. */
export const restated = ({ text, references, attachments }: Omit<AnswerSoFar, 'info'>): NewEvent[] => [
  { event: 'data', data: { references } },
  { event: 'data', data: { attachments } },
  { event: 'data', data: { text } },
]

/** The last events of an answer: its conversation's new title, why it failed or what it cost, then `done`, always. */
export function closingEvents(
  record: RunRecord,
  answer: AnswerSoFar,
  outcome: Outcome,
  { auditId, title }: { auditId: number | null; title: string | undefined },
): NewEvent[] {
  const events: NewEvent[] = []
  if (title !== undefined) events.push({ event: 'control', data: { conversation_title: title } })
  if (answer.info) {
    const known = {
      conversation_title: title ?? answer.info.conversation_title,
      audit_id: auditId,
      usage: outcome.usage,
    }
    events.push({ event: 'control', data: { info: { ...answer.info, ...known } } })
  }
  if (outcome.errorCode) {
    events.push({
      event: 'control',
      data: { error: { code: outcome.errorCode, message: codeSentence(outcome.errorCode) } },
    })
  }
  return [...events, { event: 'done', data: { entry_id: record.entryId } }]
}
