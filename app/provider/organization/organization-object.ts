import { DurableObject } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import type { FeedbackCount } from '~/contract/audits.ts'
import type { Feedback } from '~/contract/conversations.ts'
import type { Metric } from '~/contract/metrics.ts'
import { openDatabase, organizations } from '~/provider/db/index.ts'
import { log } from '~/provider/log/log.ts'
import { prepareTables } from '~/provider/objects/tables.ts'
import {
  type AuditFilter,
  type AuditRow,
  batchOf,
  type LastAction,
  lastAction,
  pageOf,
  rowColumns,
  rowsFrom,
} from './audit-list.ts'
import { type Tally, tallyOf } from './tally.ts'
import type { Segment } from './segment.ts'
import {
  type Appended,
  appendAction,
  appendRequest,
  type NewAction,
  type NewRequest,
  type Organization,
} from './chain.ts'
import { feedbackCounts, noteFeedback } from './feedback.ts'
import { type Place, placesOf, sealedSegment, sealingDue, sealNext, type Unsealed, unsealedOf } from './sealing.ts'
import { organizationTables } from './tables.ts'
import { endReservation, metricsOf, type QuotaQuestion, reserve } from './usage.ts'

/** Milliseconds that a time zone is taken for the organisation's, before the directory is asked again. */
const zoneKeptFor = 60_000
/** Milliseconds until sealing is tried again that failed. */
const sealAgainAfter = 60_000

/** A row whose text is here, or the part of a segment where it lies; neither where it has no text. */
export interface FoundAudit {
  row: AuditRow
  line: string | null
  place: Place | null
}

/**
 * What an organisation has of its own: the chain of its audits, what its members think of answers, its metrics, and the places
 * that are kept for questions under way. A row, its text and what it counts for are one transaction.
 */
export class OrganizationObject extends DurableObject<Env> {
  private readonly sql = this.ctx.storage.sql
  private zone: { timeZone: string; at: number } | undefined
  private unsealed: Unsealed

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    prepareTables(ctx.storage, organizationTables)
    this.unsealed = unsealedOf(this.sql)
  }

  /** Appends a chat request and gives its place; one whose source is there already stays the only one. */
  async appendRequest(organization: Organization, request: NewRequest): Promise<number> {
    const timeZone = await this.timeZone(organization)
    return this.appended(appendRequest(this.ctx.storage, { organization, timeZone }, request))
  }

  /** The same for what an admin did. */
  async appendAction(organization: Organization, action: NewAction): Promise<number> {
    const timeZone = await this.timeZone(organization)
    return this.appended(appendAction(this.ctx.storage, { organization, timeZone }, action))
  }

  async noteFeedback(opinion: { source: string; value: Feedback }): Promise<void> {
    noteFeedback(this.sql, opinion)
  }

  async countFeedback(filter: Omit<AuditFilter, 'kind' | 'feedback'>): Promise<FeedbackCount[]> {
    return feedbackCounts(this.sql, filter)
  }

  async page(filter: AuditFilter, page: number): Promise<ReturnType<typeof pageOf>> {
    return pageOf(this.sql, filter, page)
  }

  async find(seq: number): Promise<FoundAudit | null> {
    const [row] = this.sql
      .exec<AuditRow & Record<string, SqlStorageValue>>(`SELECT ${rowColumns} FROM audits WHERE audits.seq = ?`, seq)
      .toArray()
    if (!row) return null
    const [text] = this.sql.exec<{ line: string }>('SELECT line FROM texts WHERE seq = ?', seq).toArray()
    return { row, line: text?.line ?? null, place: (row.text_digest && placesOf(this.sql, [seq])[0]) || null }
  }

  /** The latest rows of a list before a place, and where those of their texts lie that are sealed. */
  async batch(filter: AuditFilter, before: number) {
    const rows = batchOf(this.sql, filter, before)
    const sealed = rows.filter(({ line, text_digest }) => line === null && text_digest !== null)
    return {
      rows,
      places: placesOf(
        this.sql,
        sealed.map(({ seq }) => seq),
      ),
    }
  }

  /** @see reserve */
  async reserveQuestion(organization: Organization, question: QuotaQuestion): Promise<number | undefined> {
    return reserve(this.ctx.storage, await this.timeZone(organization), question)
  }

  async endReservation(reservation: string): Promise<void> {
    endReservation(this.sql, reservation)
  }

  async lastAction(wanted: LastAction): Promise<string | null> {
    return lastAction(this.sql, wanted)
  }

  /** What a verification compares the rows with. */
  async tally(): Promise<Tally> {
    return tallyOf(this.sql)
  }

  /** Rows from a place to another, as many as go at once. */
  async rows(first: number, last: number) {
    return rowsFrom(this.sql, first, last)
  }

  /** The segment that a row's text is in, once it is sealed. */
  async segment(seq: number): Promise<{ key: string; segment: Segment } | null> {
    return sealedSegment(this.sql, seq) ?? null
  }

  async metrics(): Promise<Omit<Metric, 'quota'>[]> {
    return metricsOf(this.sql)
  }

  /** Seals what is due. What fails is tried again, as long as it takes: the platform would give up after a few times. */
  override async alarm(): Promise<void> {
    try {
      while ((sealingDue(this.unsealed) ?? Infinity) <= Date.now()) {
        await sealNext(this.ctx.storage, this.env.FILES)
        this.unsealed = unsealedOf(this.sql)
      }
      await this.schedule()
    } catch (error) {
      log.error('audits_not_sealed', { cause: error })
      await this.ctx.storage.setAlarm(Date.now() + sealAgainAfter)
    }
  }

  private async appended({ seq, added }: Appended): Promise<number> {
    if (!added) return seq
    const { rows, bytes, since } = this.unsealed
    this.unsealed = { rows: rows + 1, bytes: bytes + added.size, since: since ?? added.created_at }
    await this.schedule()
    return seq
  }

  private async schedule(): Promise<void> {
    const due = sealingDue(this.unsealed)
    if (due === undefined) return
    const set = await this.ctx.storage.getAlarm()
    if (set === null || due < set) await this.ctx.storage.setAlarm(Math.max(due, Date.now()))
  }

  private async timeZone({ id }: Organization): Promise<string> {
    if (this.zone && Math.abs(Date.now() - this.zone.at) < zoneKeptFor) return this.zone.timeZone
    const row = await openDatabase(this.env.DB)
      .select({ timeZone: organizations.time_zone })
      .from(organizations)
      .where(eq(organizations.id, id))
      .get()
    if (!row) throw new Error('the organisation is gone')
    this.zone = { timeZone: row.timeZone, at: Date.now() }
    return row.timeZone
  }
}
