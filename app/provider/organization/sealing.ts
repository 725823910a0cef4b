import { sha256 } from '~/provider/objects/sha256.ts'
import { type Block, packLines, putSegment, type Segment, segmentKey, type SegmentMetadata } from './segment.ts'

/** When texts are sealed: so many rows, or bytes, or the oldest waiting for so long (milliseconds). */
const limits = { rows: 1000, bytes: 8_000_000, age: 24 * 60 * 60 * 1000 }

interface SegmentRow extends Record<string, SqlStorageValue> {
  number: number
  revision: number
  first: number
  last: number
  sha256: string | null
  blocks: string | null
}

/** What is not in a segment yet. */
export interface Unsealed {
  rows: number
  bytes: number
  /** When the oldest was recorded. */
  since: string | null
}

/** Counts what is not in a segment yet; it looks at each of these rows. */
export const unsealedOf = (sql: SqlStorage): Unsealed =>
  sql
    .exec<Unsealed & Record<string, SqlStorageValue>>(
      `SELECT count(*) AS rows, coalesce(sum(text_size), 0) AS bytes, min(created_at) AS since
       FROM audits WHERE seq > ?`,
      sealedThrough(sql),
    )
    .one()

/** When the next segment is due, in milliseconds since 1970; undefined where there is nothing to seal. */
export function sealingDue({ rows, bytes, since }: Unsealed): number | undefined {
  if (rows === 0) return undefined
  return rows >= limits.rows || bytes >= limits.bytes ? 0 : Date.parse(since!) + limits.age
}

/**
 * Seals the oldest texts: writes them to R2, notes the segment, and drops them here. Which rows it has is decided and stored
 * first, so that a repetition after a kill, at whatever step, writes the same segment; until it is noted, readers find the texts here.
 */
export async function sealNext(storage: DurableObjectStorage, bucket: R2Bucket): Promise<void> {
  const { sql } = storage
  const begun = begin(storage)
  if (!begun) return
  const { number, first, last } = begun
  const lines = sql
    .exec<{ seq: number; line: string }>(
      'SELECT seq, line FROM texts WHERE seq BETWEEN ? AND ? ORDER BY seq',
      first,
      last,
    )
    .toArray()
  const { bytes, blocks } = await packLines(lines)
  const metadata: SegmentMetadata = {
    first: String(first),
    last: String(last),
    first_hash: hashAt(sql, first),
    last_hash: hashAt(sql, last),
    sha256: sha256(bytes),
  }
  const { key } = sql.exec<{ key: string }>('SELECT key FROM organization').one()
  await putSegment(bucket, segmentKey(key, number), { bytes, metadata })
  storage.transactionSync(() => {
    sql.exec(
      'UPDATE segments SET sha256 = ?, blocks = ? WHERE number = ?',
      metadata.sha256,
      JSON.stringify(blocks),
      number,
    )
    sql.exec('DELETE FROM texts WHERE seq BETWEEN ? AND ?', first, last)
  })
}

/** The segment that is being written: one that was begun before, or else the next; undefined where there is nothing to seal. */
function begin({ sql }: DurableObjectStorage): SegmentRow | undefined {
  const begun = begunSegment(sql)
  if (begun) return begun
  const first = sealedThrough(sql) + 1
  let bytes = 0
  let last = 0
  for (const row of sql.exec<{ seq: number; text_size: number }>(
    'SELECT seq, text_size FROM audits WHERE seq >= ? ORDER BY seq LIMIT ?',
    first,
    limits.rows,
  )) {
    bytes += row.text_size
    if (row.seq > first && bytes > limits.bytes) break
    last = row.seq
  }
  if (last === 0) return undefined
  return sql.exec<SegmentRow>('INSERT INTO segments (first, last) VALUES (?, ?) RETURNING *', first, last).one()
}

/** The segment that is being written, since a seal may have been killed on its way. */
export const begunSegment = (sql: SqlStorage): SegmentRow | undefined =>
  sql.exec<SegmentRow>('SELECT * FROM segments WHERE sha256 IS NULL').toArray()[0]

/** The last row whose text has left. */
const sealedThrough = (sql: SqlStorage): number =>
  sql
    .exec<{ last: number }>('SELECT last FROM segments WHERE sha256 IS NOT NULL ORDER BY number DESC LIMIT 1')
    .toArray()[0]?.last ?? 0

const hashAt = (sql: SqlStorage, seq: number): string =>
  sql.exec<{ hash: string }>('SELECT hash FROM audits WHERE seq = ?', seq).one().hash

/** A part of a segment, and where it lies in R2. */
export interface Place {
  key: string
  block: Block
}

/** The segment that a row's text is in, and its name in R2; undefined where it is not sealed yet. */
export function sealedSegment(sql: SqlStorage, seq: number): { key: string; segment: Segment } | undefined {
  const segment = segmentOf(sql, seq)
  if (!segment) return undefined
  const { key } = sql.exec<{ key: string }>('SELECT key FROM organization').one()
  return { key: segmentKey(key, segment.number, segment.revision), segment }
}

/** Where the texts of some rows lie that are sealed: each part once. */
export function placesOf(sql: SqlStorage, rows: number[]): Place[] {
  const [organization] = sql.exec<{ key: string }>('SELECT key FROM organization').toArray()
  const segments = new Map<number, Segment>()
  const places = new Map<string, Place>()
  for (const seq of rows) {
    const segment = [...segments.values()].find(({ first, last }) => first <= seq && seq <= last) ?? segmentOf(sql, seq)
    const block = segment?.blocks.findLast(({ first }) => first <= seq)
    if (!segment || !block) continue
    segments.set(segment.number, segment)
    const key = segmentKey(organization!.key, segment.number, segment.revision)
    places.set(`${segment.number} ${block.first}`, { key, block })
  }
  return [...places.values()]
}

function segmentOf(sql: SqlStorage, seq: number): Segment | undefined {
  const [row] = sql
    .exec<SegmentRow>('SELECT * FROM segments WHERE first <= ? AND sha256 IS NOT NULL ORDER BY first DESC LIMIT 1', seq)
    .toArray()
  return row && row.last >= seq ? toSegment(row) : undefined
}

const toSegment = ({ number, revision, first, last, sha256, blocks }: SegmentRow): Segment => ({
  number,
  revision,
  first,
  last,
  sha256: sha256!,
  blocks: JSON.parse(blocks!) as Block[],
})
