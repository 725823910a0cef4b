import { and, eq } from 'drizzle-orm'
import { conversations, entries, type MemberDatabase, sources } from '~/provider/conversations/tables.ts'
import { now } from '~/provider/db/index.ts'
import { auditRequestOf } from './audit-request.ts'
import type { AnswerSoFar } from './event-log.ts'
import type { Outbox } from './outbox.ts'
import type { EndingAnswer, Outcome } from './task.ts'

/** Stores how an answer ended, and that its audit is owed: both or neither. */
export function endAnswer(
  db: MemberDatabase,
  outbox: Outbox,
  ending: EndingAnswer,
  answer: AnswerSoFar,
  outcome: Outcome,
): void {
  const time = now()
  const organization = ending.asker.organization
  db.$client.transactionSync(() => {
    const cited =
      answer.sources.length > 0
        ? db.insert(sources).values({ list: answer.sources }).returning({ id: sources.id }).get()
        : undefined
    db.update(entries)
      .set({
        text: answer.text.toWellFormed(),
        sources_id: cited?.id ?? null,
        attachments: answer.attachments.length > 0 ? answer.attachments : null,
        agent: answer.info?.assistant_selected ?? ending.agent,
        model: outcome.model,
        status: outcome.status,
        error_code: outcome.errorCode,
        input_tokens: outcome.usage?.input_tokens ?? null,
        output_tokens: outcome.usage?.output_tokens ?? null,
        updated_at: time,
      })
      .where(and(eq(entries.id, ending.answerId), eq(entries.status, 'streaming')))
      .run()
    db.update(conversations).set({ updated_at: time }).where(eq(conversations.id, ending.conversationId)).run()
    const request = auditRequestOf(ending, answer, outcome)
    outbox.add({ kind: 'audit', organization, answerId: ending.answerId, request })
  })
}
