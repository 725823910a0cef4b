import { eq } from 'drizzle-orm'
import type { FeedbackCount } from '~/contract/audits.ts'
import type { Feedback } from '~/contract/conversations.ts'
import type { Metric } from '~/contract/metrics.ts'
import { openDatabase, organizations } from '~/provider/db/index.ts'
import { log } from '~/provider/log/log.ts'
import type { ModelOutcome } from '~/provider/log/model-outcomes.ts'
import { StoredObject } from '~/provider/objects/stored-object.ts'
import { prepareTables } from '~/provider/objects/tables.ts'
import { dayIn } from '~/provider/time/buckets.ts'
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
import { type DueFilter, type DueTexts, dueTexts } from './due-texts.ts'
import { eraseNext, erasingDue, noteErasure } from './erasing.ts'
import { type TextErasure, Erasures, erasuresOf } from './erasures.ts'
import { feedbackCounts, noteFeedback } from './feedback.ts'
import { type Place, placesOf, sealedSegment, sealingDue, sealNext, type Unsealed, unsealedOf } from './sealing.ts'
import { type Measured, measured, noteModel } from './measures.ts'
import { modelUsageOf } from './model-usage.ts'
import { besideChain, organizationTables } from './tables.ts'
import { endReservation, metricsOf, type NoPlace, type QuotaQuestion, reserve } from './usage.ts'

/** Milliseconds that a time zone is taken for the organisation's, before the directory is asked again. */
const zoneKeptFor = 60_000
/** Milliseconds until what failed is tried again. */
const againAfter = 60_000
/** Steps of an erasure in one alarm, which the platform ends after some minutes. */
const stepsAtOnce = 100

/** A row whose text is here, or the part of a segment where it lies; neither where it has no text, or had one once. */
export interface FoundAudit {
  row: AuditRow
  line: string | null
  place: Place | null
  /** When its text was erased. */
  erased_at: string | null
}

/**
 * What an organisation has of its own: the chain of its audits, what its members think of answers, its metrics, and the places
 * that are kept for questions under way. A row, its text and what it counts for are one transaction.
 */
export class OrganizationObject extends StoredObject {
  protected override readonly together = besideChain
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
    const erased = new Erasures(erasuresOf(this.sql)).covering(row)
    if (erased) return { row, line: null, place: null, erased_at: erased.created_at }
    const [text] = this.sql.exec<{ line: string }>('SELECT line FROM texts WHERE seq = ?', seq).toArray()
    const place = (row.text_digest && placesOf(this.sql, [seq])[0]) || null
    return { row, line: text?.line ?? null, place, erased_at: null }
  }

  /** The latest rows of a list before a place, and where those of their texts lie that are sealed. */
  async batch(filter: AuditFilter, before: number) {
    const erasures = new Erasures(erasuresOf(this.sql))
    const rows = batchOf(this.sql, filter, before).map((row) => {
      const erased_at = erasures.covering(row)?.created_at ?? null
      return { ...row, line: erased_at === null ? row.line : null, erased_at }
    })
    const sealed = rows.filter(
      ({ line, text_digest, erased_at }) => line === null && text_digest !== null && erased_at === null,
    )
    return {
      rows,
      places: placesOf(
        this.sql,
        sealed.map(({ seq }) => seq),
      ),
    }
  }

  /** @see reserve */
  async reserveQuestion(organization: Organization, question: QuotaQuestion): Promise<NoPlace | undefined> {
    return reserve(this.ctx.storage, await this.timeZone(organization), question)
  }

  /** What was taken of each model this month. */
  async modelUsage(organization: Organization): Promise<ReturnType<typeof modelUsageOf>> {
    return modelUsageOf(this.sql, dayIn(await this.timeZone(organization), new Date()))
  }

  async endReservation(reservation: string): Promise<void> {
    endReservation(this.sql, reservation)
  }

  async lastAction(wanted: LastAction): Promise<string | null> {
    return lastAction(this.sql, wanted)
  }

  /**
   * Erases the texts that are due, and gives how many: from the moment it returns, the chain tells so, and the alarm erases them. Safe
   * to repeat: its source stands for it.
   */
  async eraseTexts(organization: Organization, wanted: DueFilter & { source: string }): Promise<number> {
    const timeZone = await this.timeZone(organization)
    const { texts, appended } = noteErasure(this.ctx.storage, { organization, timeZone }, wanted)
    if (appended) await this.appended(appended)
    await this.schedule(erasingDue(this.sql))
    return texts
  }

  /** What {@link eraseTexts} would erase now. */
  async dueTexts(wanted: DueFilter): Promise<DueTexts> {
    const { count, held, oldest } = dueTexts(this.sql, wanted)
    return { count, held, oldest }
  }

  /** The erasures that the chain tells of, in order, and which of them are under way. */
  async erasures(): Promise<(TextErasure & { under_way: boolean })[]> {
    const underWay = new Set(
      this.sql
        .exec<{ seq: number }>('SELECT seq FROM erasures')
        .toArray()
        .map(({ seq }) => seq),
    )
    return erasuresOf(this.sql).map((erasure) => ({ ...erasure, under_way: underWay.has(erasure.seq) }))
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

  /** @see measured */
  async measured(): Promise<Measured> {
    return measured(this.sql)
  }

  /** Notes how models were that no question needed, but a job. */
  async noteModels(outcomes: ModelOutcome[]): Promise<void> {
    for (const outcome of outcomes) noteModel(this.sql, outcome, Date.now())
  }

  /** The last ids of a user's that the chain names. @param sources what the sources of their answers begin with */
  async lastIds(userId: number, sources: string): Promise<{ conversations: number; entries: number }> {
    return this.sql
      .exec<{ conversations: number; entries: number }>(
        `SELECT coalesce(max(conversation_id), 0) AS conversations,
           coalesce(max(iif(instr(source, ?2) = 1, CAST(substr(source, length(?2) + 1) AS INTEGER), 0)), 0) AS entries
         FROM audits WHERE kind = 'request' AND user_id = ?1`,
        userId,
        sources,
      )
      .one()
  }

  /** Goes on after it was loaded from a backup. */
  async resume(): Promise<void> {
    this.unsealed = unsealedOf(this.sql)
    await this.schedule(sealingDue(this.unsealed))
    await this.schedule(erasingDue(this.sql))
  }

  /** Seals and erases what is due. What fails is tried again, as long as it takes: the platform would give up after a few times. */
  override async alarm(): Promise<void> {
    try {
      while ((sealingDue(this.unsealed) ?? Infinity) <= Date.now()) {
        await sealNext(this.ctx.storage, this.env.FILES)
        this.unsealed = unsealedOf(this.sql)
      }
      await this.erase()
      await this.schedule(sealingDue(this.unsealed))
      await this.schedule(erasingDue(this.sql))
    } catch (error) {
      log.error('audits_not_sealed_or_erased', { cause: error })
      await this.ctx.storage.setAlarm(Date.now() + againAfter)
    }
  }

  private async erase(): Promise<void> {
    for (let step = 0; step < stepsAtOnce && (erasingDue(this.sql) ?? Infinity) <= Date.now(); step++) {
      await eraseNext(this.ctx.storage, this.env.FILES)
    }
    this.unsealed = unsealedOf(this.sql)
  }

  private async appended({ seq, added }: Appended): Promise<number> {
    if (!added) return seq
    const { rows, bytes, since } = this.unsealed
    this.unsealed = { rows: rows + 1, bytes: bytes + added.size, since: since ?? added.created_at }
    await this.schedule(sealingDue(this.unsealed))
    return seq
  }

  /** Sets the alarm, unless it rings before anyway. */
  private async schedule(due: number | undefined): Promise<void> {
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
