import { eq } from 'drizzle-orm'
import { appendRequest } from '~/provider/audits/append.ts'
import { recordFeedback } from '~/provider/audits/feedback.ts'
import { entries, type MemberDatabase } from '~/provider/conversations/tables.ts'
import { tablesOf } from '~/provider/sandbox/stub.ts'
import type { Feedback } from '~/contract/conversations.ts'
import type { NewRequest, Organization } from '~/provider/organization/chain.ts'

/** What a member's object owes to another. Delivering it twice must change nothing. */
export type Owed =
  | { kind: 'audit'; organization: Organization; answerId: number; request: NewRequest }
  | { kind: 'feedback'; organization: Organization; source: string; value: Feedback }
  | { kind: 'drop_tables'; name: string }

type Row = { id: number; kind: Owed['kind']; item: string }

/**
 * What is owed to others: written in the transaction that it tells of, delivered in order, at least once, and kept until it was
 * taken.
 */
export class Outbox {
  private delivery: Promise<void> | undefined

  constructor(
    private readonly db: MemberDatabase,
    private readonly env: Env,
  ) {}

  /** To be called in the transaction that it tells of. */
  add({ kind, ...item }: Owed): void {
    this.db.$client.sql.exec('INSERT INTO outbox (kind, item) VALUES (?, ?)', kind, JSON.stringify(item))
  }

  /**
   * Delivers all there is.
   * @throws what the one threw that did not take it; the rest waits for the next time
   */
  deliver(): Promise<void> {
    this.delivery ??= this.deliverAll().finally(() => (this.delivery = undefined))
    return this.delivery
  }

  private async deliverAll(): Promise<void> {
    for (let row = this.next(); row; row = this.next()) {
      await this.hand({ kind: row.kind, ...JSON.parse(row.item) } as Owed)
      this.db.$client.sql.exec('DELETE FROM outbox WHERE id = ?', row.id)
    }
  }

  private next(): Row | undefined {
    return this.db.$client.sql.exec<Row>('SELECT * FROM outbox ORDER BY id LIMIT 1').toArray()[0]
  }

  private async hand(owed: Owed): Promise<void> {
    if (owed.kind === 'audit') {
      const auditId = await appendRequest(this.env, owed.organization, owed.request)
      this.db.update(entries).set({ audit_id: auditId }).where(eq(entries.id, owed.answerId)).run()
    } else if (owed.kind === 'feedback') await recordFeedback(this.env, owed.organization, owed)
    else await tablesOf(this.env, owed.name).forget()
  }
}
