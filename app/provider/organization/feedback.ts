import type { FeedbackCount } from '~/contract/audits.ts'
import type { Feedback } from '~/contract/conversations.ts'
import { type AuditFilter, narrowed, rowsOf } from './audit-list.ts'

/**
 * Notes an opinion beside the audit with this source, which never changes itself; `unknown` takes an opinion back. Nothing where
 * there is no such audit.
 */
export function noteFeedback(sql: SqlStorage, { source, value }: { source: string; value: Feedback }): void {
  if (value === 'unknown') {
    sql.exec('DELETE FROM feedback WHERE seq = (SELECT seq FROM audits WHERE source = ?)', source)
    return
  }
  sql.exec(
    `INSERT INTO feedback (seq, pipeline, feedback, given_at) SELECT seq, pipeline, ?, ? FROM audits WHERE source = ?
     ON CONFLICT DO UPDATE SET feedback = excluded.feedback, given_at = excluded.given_at`,
    value,
    new Date().toISOString(),
    source,
  )
}

/** How many answers of each agent are thought good and bad, among the requests of a list. */
export function feedbackCounts(sql: SqlStorage, filter: Omit<AuditFilter, 'kind' | 'feedback'>): FeedbackCount[] {
  const requests: AuditFilter = { ...filter, kind: 'request' }
  const { query, values } = narrowed(sql, requests)
  const ofSome = filter.userId !== undefined || filter.conversationId !== undefined
  const rows = sql.exec<Pick<FeedbackCount, 'pipeline'> & { feedback: string; answers: number }>(
    `SELECT pipeline, feedback, count(*) AS answers FROM feedback WHERE seq >= ? AND seq < ?
     ${ofSome ? `AND seq IN (SELECT audits.seq ${query})` : ''}
     GROUP BY pipeline, feedback`,
    ...rowsOf(sql, requests),
    ...(ofSome ? values : []),
  )
  const counts = new Map<string, FeedbackCount>()
  for (const { pipeline, feedback, answers } of rows) {
    const known = counts.get(pipeline) ?? { pipeline, good: 0, bad: 0 }
    counts.set(pipeline, { ...known, [feedback]: answers })
  }
  return [...counts.values()]
}
