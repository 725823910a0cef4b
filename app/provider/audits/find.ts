import { and, eq, getTableColumns } from 'drizzle-orm'
import type { AuditDetails } from '~/contract/audits.ts'
import { ApiError } from '~/contract/errors.ts'
import { auditFeedback, audits, type Database } from '~/provider/db/index.ts'
import type { Member } from '~/provider/identity/members.ts'
import { feedbackColumn, ofAudit, toAudit } from './audit.ts'
import { sourceOf } from './record-answer.ts'

/**
 * A chat request of the member's organisation, whole.
 * @throws ApiError `does_not_exist`, the same for another organisation's
 */
export async function findAudit(db: Database, { organizationId }: Member, id: number): Promise<AuditDetails> {
  const wanted = and(eq(audits.id, id), eq(audits.organization_id, organizationId), eq(audits.kind, 'request'))
  const row = await db
    .select({ ...getTableColumns(audits), feedback: feedbackColumn })
    .from(audits)
    .leftJoin(auditFeedback, ofAudit)
    .where(wanted)
    .get()
  if (!row) throw new ApiError('does_not_exist', { entity: 'audit' })
  const { question, answer, files, refs, seq, previous_hash, hash } = row
  return {
    ...toAudit(row),
    question: question ?? '',
    answer: answer ?? '',
    files: files ?? [],
    references: refs ?? [],
    seq,
    previous_hash,
    hash,
  }
}

/** The audit of a stored answer; none while it is written, and of those from before there were audits. */
export async function findAuditId(db: Database, { organizationId }: Member, entryId: number): Promise<number | null> {
  const audit = await db
    .select({ id: audits.id })
    .from(audits)
    .where(and(eq(audits.organization_id, organizationId), eq(audits.source, sourceOf(entryId))))
    .get()
  return audit?.id ?? null
}
