import { and, count, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { countFeedback as endpoint, FeedbackCount } from '~/contract/audits.ts'
import type { AgentType } from '~/contract/chat.ts'
import type { Feedback } from '~/contract/conversations.ts'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { Call } from '~/provider/api/serve.ts'
import { auditFeedback, audits, type Database, now } from '~/provider/db/index.ts'
import type { Member } from '~/provider/identity/members.ts'
import { momentsOf } from './interval.ts'
import { type ChainList, idRange, rowsOf } from './long-list.ts'
import { sourceOf } from './record-answer.ts'

/**
 * Notes an opinion of an answer beside its audit, which never changes itself; `unknown` takes an opinion back.
 * @param entryId the answer as it was given, not a copy of it
 */
export async function recordFeedback(
  db: Database,
  { organizationId }: Member,
  { entryId, value }: { entryId: number; value: Feedback },
): Promise<void> {
  const audit = and(eq(audits.organization_id, organizationId), eq(audits.source, sourceOf(entryId)))
  if (value === 'unknown') {
    const ids = db.select({ id: audits.id }).from(audits).where(audit)
    await db
      .delete(auditFeedback)
      .where(and(eq(auditFeedback.organization_id, organizationId), inArray(auditFeedback.audit_id, ids)))
    return
  }
  const opinion = db
    .select({
      organization_id: audits.organization_id,
      audit_id: audits.id,
      pipeline: sql<AgentType>`${audits.pipeline}`.as('pipeline'),
      feedback: sql<'good' | 'bad'>`${value}`.as('feedback'),
      given_at: sql<string>`${now()}`.as('given_at'),
    })
    .from(audits)
    .where(audit)
  await db
    .insert(auditFeedback)
    .select(opinion)
    .onConflictDoUpdate({
      target: [auditFeedback.organization_id, auditFeedback.audit_id],
      set: { feedback: value, given_at: now() },
    })
}

/** How many answers of each agent are thought good and bad, among the chat requests that the query finds. */
export async function countFeedback(
  { query }: ParsedOf<typeof endpoint>,
  { db, member }: Call,
): Promise<{ data: FeedbackCount[] }> {
  const { organizationId } = member
  const filter = { userId: query.user_id, conversationId: query.conversation_id }
  const list: ChainList = { organizationId, kind: 'request', filter }
  const range = await idRange(
    db,
    list,
    await momentsOf(db, organizationId, { from: query.created_at_ge, to: query.created_at_le }),
  )
  const isNarrow = filter.userId !== undefined || filter.conversationId !== undefined
  const rows = await db
    .select({ pipeline: auditFeedback.pipeline, feedback: auditFeedback.feedback, answers: count() })
    .from(auditFeedback)
    .where(
      and(
        eq(auditFeedback.organization_id, organizationId),
        range.from === undefined ? undefined : gte(auditFeedback.audit_id, range.from),
        range.to === undefined ? undefined : lt(auditFeedback.audit_id, range.to),
        isNarrow
          ? inArray(auditFeedback.audit_id, db.select({ id: audits.id }).from(audits).where(rowsOf(list, range)))
          : undefined,
      ),
    )
    .groupBy(auditFeedback.pipeline, auditFeedback.feedback)
  const counts = new Map<AgentType, FeedbackCount>()
  for (const { pipeline, feedback, answers } of rows) {
    const known = counts.get(pipeline) ?? { pipeline, good: 0, bad: 0 }
    counts.set(pipeline, { ...known, [feedback]: answers })
  }
  return { data: [...counts.values()] }
}
