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
      await this.hand[row.kind](JSON.parse(row.item) as never)
      this.db.$client.sql.exec('DELETE FROM outbox WHERE id = ?', row.id)
    }
  }

  /** What a newer version owes waits for it, and holds nothing up. */
  private next(): Row | undefined {
    const known = JSON.stringify(Object.keys(this.hand))
    return this.db.$client.sql
      .exec<Row>('SELECT * FROM outbox WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT 1', known)
      .toArray()[0]
  }

  private readonly hand: { [Kind in Owed['kind']]: (owed: Extract<Owed, { kind: Kind }>) => Promise<void> } = {
    audit: async ({ organization, answerId, request }) => {
      const auditId = await appendRequest(this.env, organization, request)
      this.db.update(entries).set({ audit_id: auditId }).where(eq(entries.id, answerId)).run()
    },
    feedback: async (owed) => recordFeedback(this.env, owed.organization, owed),
    drop_tables: async ({ name }) => tablesOf(this.env, name).forget(),
  }
}
