import { sha256 } from '~/provider/objects/sha256.ts'
import { dayIn } from '~/provider/time/buckets.ts'
import { type ChainEntry, firstHash, hashOf, storedColumns } from './chain-entry.ts'
import { countMeasures, type Measures } from './measures.ts'
import { type AuditText, lineOf, newSalt } from './text-line.ts'
import { countRequest, endReservation } from './usage.ts'

/** An organisation, and the name of its object. */
export interface Organization {
  id: number
  key: string
}

/** Columns that only a request has; an action has none of them. */
const noRequest = {
  conversation_id: null,
  status: null,
  error_code: null,
  pipeline: null,
  model: null,
  execution_time: null,
  input_tokens: null,
  output_tokens: null,
} satisfies Partial<ChainEntry>
/** Columns that only an action has. */
const noAction = { action: null, target: null, details: null } satisfies Partial<ChainEntry>

type OfRequests = keyof typeof noRequest
type OfActions = keyof typeof noAction
type OfAll = 'source' | 'user_id' | 'user_email'
type MaybeByKey = Partial<Pick<ChainEntry, 'api_key'>>

/** A chat request that is to be appended. */
export interface NewRequest extends Pick<ChainEntry, OfAll | OfRequests>, MaybeByKey, AuditText {
  /** The place that was kept for it (`reserveQuestion`), which it ends; no hash covers it. */
  reservation?: string | undefined
  /** Counted along with it; no hash covers it. */
  measures?: Measures | undefined
}

/** What an admin did, to be appended. */
export type NewAction = Pick<ChainEntry, OfAll> & MaybeByKey & Record<OfActions, string>

const columns = [...storedColumns, 'number', 'text_size'] as const
const insertion = `INSERT INTO audits (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

/** The place of a row; and, where it was not there before, the bytes of its text and its time. */
export interface Appended {
  seq: number
  added?: { size: number; created_at: string }
}

/** Whose chain it is. */
export interface Append {
  organization: Organization
  /** In which its days begin. */
  timeZone: string
}

/** Appends a chat request with its text, and counts it; all or nothing. One whose source is there already stays the only one. */
export function appendRequest(storage: DurableObjectStorage, to: Append, request: NewRequest) {
  const { reservation, measures, question, answer, files, refs, instructions, ...columns } = request
  const text = { question, answer, files, refs, ...(instructions !== undefined && { instructions }) }
  return append(storage, to, { ...columns, ...noAction, kind: 'request' }, text, (day) => {
    countRequest(storage.sql, request, day)
    countMeasures(storage.sql, request, measures)
    if (reservation !== undefined) endReservation(storage.sql, reservation)
  })
}

/** The same for what an admin did, which has no text. */
export const appendAction = (storage: DurableObjectStorage, to: Append, action: NewAction) =>
  append(storage, to, { ...action, ...noRequest, kind: 'action' }, null, () => undefined)

type NewEntry = Omit<
  ChainEntry,
  'organization_id' | 'seq' | 'created_at' | 'day' | 'text_digest' | 'previous_hash' | 'api_key' | 'hash'
> &
  MaybeByKey

function append(
  storage: DurableObjectStorage,
  { organization, timeZone }: Append,
  entry: NewEntry,
  text: AuditText | null,
  count: (day: string) => void,
): Appended {
  const { sql } = storage
  const known = sql.exec<{ seq: number }>('SELECT seq FROM audits WHERE source = ?', entry.source).toArray()[0]
  if (known) return { seq: known.seq }
  return storage.transactionSync(() => {
    const head = headOf(sql)
    if (head.seq === 0) sql.exec('INSERT INTO organization (id, key) VALUES (?, ?)', organization.id, organization.key)
    const seq = head.seq + 1
    const created_at = later(new Date().toISOString(), head.created_at)
    const day = dayIn(timeZone, new Date(created_at))
    const line = text && lineOf({ ...text, seq, salt: newSalt() })
    const row = {
      ...storable({ ...entry, api_key: entry.api_key ?? null }),
      organization_id: organization.id,
      seq,
      created_at,
      day,
      text_digest: line === null ? null : sha256(line),
      previous_hash: head.hash,
    }
    const size = line === null ? 0 : new TextEncoder().encode(line).length
    const whole = { ...row, number: nextNumber(sql, entry.kind), text_size: size, hash: hashOf(row) }
    sql.exec(insertion, ...columns.map((column) => whole[column]))
    if (line !== null) sql.exec('INSERT INTO texts (seq, line) VALUES (?, ?)', seq, line)
    count(day)
    return { seq, added: { size, created_at } }
  })
}

/** The last row of the chain. */
export function headOf(sql: SqlStorage): Pick<ChainEntry, 'seq' | 'hash' | 'created_at'> {
  const [head] = sql
    .exec<Pick<ChainEntry, 'seq' | 'hash' | 'created_at'>>(
      'SELECT seq, hash, created_at FROM audits ORDER BY seq DESC LIMIT 1',
    )
    .toArray()
  return head ?? { seq: 0, hash: firstHash, created_at: '' }
}

const nextNumber = (sql: SqlStorage, kind: ChainEntry['kind']): number =>
  sql
    .exec<{ rows: number }>(
      'INSERT INTO counts (kind, rows) VALUES (?, 1) ON CONFLICT DO UPDATE SET rows = rows + 1 RETURNING rows',
      kind,
    )
    .one().rows

/** Times of a chain never go back, whatever the machines' clocks say. */
const later = (one: string, other: string) => (one > other ? one : other)

/** Texts as the database will give them back: UTF-8 has no lone surrogates. */
const storable = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'string' ? value.toWellFormed() : value]),
  ) as Row
