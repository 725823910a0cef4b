import type { AdminActionType } from '~/contract/audits.ts'
import { type ChainEntry, firstHash, storedColumns } from './chain-entry.ts'

/** Rows of one user, conversation or opinion are counted up to here: each has to be looked at, and who reads so far filters further. */
export const mostCounted = 10_000
export const pageSize = 20

/** Which rows of the chain a list has. */
export interface AuditFilter {
  kind: ChainEntry['kind']
  /** Recorded at this moment or later. */
  from?: string | undefined
  /** Recorded before it. */
  before?: string | undefined
  userId?: number | undefined
  conversationId?: number | undefined
  /** What its user thinks of the answer. */
  feedback?: 'good' | 'bad' | undefined
}

/** A row as lists have it. */
export type AuditRow = Omit<ChainEntry, 'organization_id'> & { feedback: 'good' | 'bad' | null }

/** The same with its text, as long as that is in no segment. */
export type WholeRow = AuditRow & { line: string | null }

type Selected = AuditRow & Record<string, SqlStorageValue>
type ReadRow = Selected & { text_size: number; line: string | null }

/** The columns of {@link AuditRow}, of `audits`. */
export const rowColumns = `
  ${storedColumns.map((column) => `audits.${column}`).join(', ')},
  coalesce((SELECT hash FROM audits AS before WHERE before.seq = audits.seq - 1), '${firstHash}') AS previous_hash,
  (SELECT feedback FROM feedback WHERE feedback.seq = audits.seq) AS feedback`

/** A page of a list, the latest first, and how many rows the list has; `more` where they were counted no further. */
export function pageOf(
  sql: SqlStorage,
  filter: AuditFilter,
  page: number,
): { rows: AuditRow[]; total: number; more?: true } {
  const before = (page - 1) * pageSize
  return isNarrow(filter) ? pageOfSome(sql, filter, before) : pageOfAll(sql, filter, before)
}

const isNarrow = ({ userId, conversationId, feedback }: AuditFilter) =>
  userId !== undefined || conversationId !== undefined || feedback !== undefined

/** The rows of a kind are numbered: any page is as near as the first. */
function pageOfAll(sql: SqlStorage, filter: AuditFilter, before: number) {
  const [from, to] = numbersOf(sql, filter)
  const rows = sql
    .exec<Selected>(
      `SELECT ${rowColumns} FROM audits WHERE kind = ? AND number >= ? AND number < ? ORDER BY number DESC LIMIT ?`,
      filter.kind,
      from,
      to - before,
      pageSize,
    )
    .toArray()
  return { rows, total: Math.max(0, to - from) }
}

function pageOfSome(sql: SqlStorage, filter: AuditFilter, before: number) {
  const { query, values, place } = narrowed(sql, filter)
  const { found } = sql
    .exec<{ found: number }>(`SELECT count(*) AS found FROM (SELECT 1 ${query} LIMIT ?)`, ...values, mostCounted + 1)
    .one()
  const rows = sql
    .exec<Selected>(
      `SELECT ${rowColumns} ${query} ORDER BY ${place} DESC LIMIT ? OFFSET ?`,
      ...values,
      Math.max(0, Math.min(pageSize, mostCounted - before)),
      Math.min(before, mostCounted),
    )
    .toArray()
  return { rows, total: Math.min(found, mostCounted), ...(found > mostCounted && { more: true as const }) }
}

/**
 * `FROM` and `WHERE` of the rows that a list has, with what is found by an index named first; and their place, by whose order SQLite
 * reads them without sorting.
 */
export function narrowed(
  sql: SqlStorage,
  filter: AuditFilter,
): { query: string; values: (string | number)[]; place: string } {
  const { kind, userId, conversationId, feedback } = filter
  const [first, end] = rowsOf(sql, filter)
  const conditions: [string, string | number][] = [
    ...(feedback === undefined ? [] : [['feedback.feedback = ?', feedback] as [string, string]]),
    ['audits.kind = ?', kind],
    ['audits.seq >= ?', first],
    ['audits.seq < ?', end],
    ...(userId === undefined ? [] : [['audits.user_id = ?', userId] as [string, number]]),
    ...(conversationId === undefined ? [] : [['audits.conversation_id = ?', conversationId] as [string, number]]),
  ]
  const tables = feedback === undefined ? 'audits' : 'feedback CROSS JOIN audits ON audits.seq = feedback.seq'
  return {
    place: feedback === undefined ? 'audits.seq' : 'feedback.seq',
    query: `FROM ${tables} WHERE ${conditions.map(([condition]) => condition).join(' AND ')}`,
    values: conditions.map(([, value]) => value),
  }
}

/** The numbers of the rows in an interval: from the first on, below the second. */
export function numbersOf(sql: SqlStorage, { kind, from, before }: AuditFilter): [number, number] {
  const [counted] = sql.exec<{ rows: number }>('SELECT rows FROM counts WHERE kind = ?', kind).toArray()
  const end = (counted?.rows ?? 0) + 1
  const firstSince = (moment: string) => firstNumber(sql, kind, end, ({ created_at }) => created_at < moment)
  return [from === undefined ? 1 : firstSince(from), before === undefined ? end : firstSince(before)]
}

/** The number of the first row of a kind that is not earlier than another place or moment; `end` where there is none. */
function firstNumber(
  sql: SqlStorage,
  kind: ChainEntry['kind'],
  end: number,
  isEarlier: (row: Pick<ChainEntry, 'seq' | 'created_at'>) => boolean,
): number {
  let low = 1
  let high = end
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = sql
      .exec<Pick<ChainEntry, 'seq' | 'created_at'>>(
        'SELECT seq, created_at FROM audits WHERE kind = ? AND number = ?',
        kind,
        middle,
      )
      .one()
    if (isEarlier(row)) low = middle + 1
    else high = middle
  }
  return low
}

/** The places of the rows in an interval: from the first on, below the second. */
export function rowsOf(sql: SqlStorage, filter: AuditFilter): [number, number] {
  if (filter.from === undefined && filter.before === undefined) return [1, Number.MAX_SAFE_INTEGER]
  const placeOf = (number: number) =>
    sql.exec<{ seq: number }>('SELECT seq FROM audits WHERE kind = ? AND number = ?', filter.kind, number).toArray()[0]
      ?.seq ?? Number.MAX_SAFE_INTEGER
  const [from, to] = numbersOf(sql, filter)
  return [placeOf(from), placeOf(to)]
}

/** Rows, and bytes of their texts, of one batch: what a reader holds at once, of texts in segments too. */
const batch = { bytes: 4_000_000, rows: 500 }

/** The latest rows of a list before a place, whole but for texts that are in segments. */
export function batchOf(sql: SqlStorage, filter: AuditFilter, before: number): WholeRow[] {
  const { query, values } = isNarrow(filter) ? someBefore(sql, filter, before) : allBefore(sql, filter, before)
  const rows = sql.exec<ReadRow>(
    `SELECT ${rowColumns}, text_size, (SELECT line FROM texts WHERE texts.seq = audits.seq) AS line ${query} LIMIT ?`,
    ...values,
    batch.rows,
  )
  return untilFull(rows)
}

function someBefore(sql: SqlStorage, filter: AuditFilter, before: number) {
  const { query, values, place } = narrowed(sql, filter)
  return { query: `${query} AND ${place} < ? ORDER BY ${place} DESC`, values: [...values, before] }
}

/** By their numbers: by their places SQLite would look at all rows of the kind, and sort them, for every batch. */
function allBefore(sql: SqlStorage, filter: AuditFilter, before: number) {
  const [from, to] = numbersOf(sql, filter)
  return {
    query: 'FROM audits WHERE kind = ? AND number >= ? AND number < ? ORDER BY number DESC',
    values: [filter.kind, from, firstNumber(sql, filter.kind, to, ({ seq }) => seq < before)],
  }
}

/** Of these actions the last one that was done to a target. */
export interface LastAction {
  actions: AdminActionType[]
  target: string
  /** It looks at all that was done since. */
  since: string
}

/** When that was; null where it was before. */
export function lastAction(sql: SqlStorage, { actions, target, since }: LastAction): string | null {
  const [from, to] = numbersOf(sql, { kind: 'action', from: since })
  const { at } = sql
    .exec<{ at: string | null }>(
      `SELECT max(created_at) AS at FROM audits
       WHERE kind = 'action' AND number >= ? AND number < ? AND target = ? AND action IN (SELECT value FROM json_each(?))`,
      from,
      to,
      target,
      JSON.stringify(actions),
    )
    .one()
  return at
}

/** Rows of the chain with the texts that are here, in order, from a place on. */
export function rowsFrom(sql: SqlStorage, first: number, last: number): WholeRow[] {
  const rows = sql.exec<ReadRow>(
    `SELECT ${rowColumns}, text_size, (SELECT line FROM texts WHERE texts.seq = audits.seq) AS line
     FROM audits WHERE audits.seq BETWEEN ? AND ? ORDER BY audits.seq LIMIT ?`,
    first,
    last,
    batch.rows,
  )
  return untilFull(rows)
}

/** As many rows as a batch has, at least one. */
function untilFull(rows: Iterable<ReadRow>): WholeRow[] {
  const taken: WholeRow[] = []
  let bytes = 0
  for (const { text_size, ...row } of rows) {
    bytes += text_size
    if (taken.length > 0 && bytes > batch.bytes) break
    taken.push(row)
  }
  return taken
}
