import { log } from '~/provider/log/log.ts'
import { sha256 } from '~/provider/objects/sha256.ts'
import { type Append, type Appended, appendAction } from './chain.ts'
import { type DueFilter, dueTexts, type Extent, nextDue } from './due-texts.ts'
import { actionOf, Erasures, erasuresOf } from './erasures.ts'
import { begunSegment, sealedSegment, sealNext } from './sealing.ts'
import { getSegment, linesOf, packLines, putSegment, type Segment, segmentKey } from './segment.ts'
import { textOf } from './text-line.ts'

/** Milliseconds that a segment stays which another took the place of, since a reader may just have been told where its text lies. */
const replacedFor = 60_000
/** What one step erases here, and deletes in R2. */
const atOnce = { texts: 1000, objects: 1000 }

/** An erasure that is under way: up to which row it goes, and has gone through the segments. */
interface Erasing extends Record<string, SqlStorageValue> {
  seq: number
  through: number
  reached: number
}

/**
 * Appends to the chain that the texts which are due are erased, and notes that for {@link eraseNext}; nothing where none is due. One
 * whose source is there already stays the only one.
 */
export function noteErasure(
  storage: DurableObjectStorage,
  to: Append,
  { source, ...filter }: DueFilter & { source: string },
): { texts: number; appended?: Appended } {
  const { sql } = storage
  return storage.transactionSync(() => {
    const known = sql.exec<{ seq: number }>('SELECT seq FROM audits WHERE source = ?', source).toArray()[0]
    if (known) return { texts: erasuresOf(sql).find(({ seq }) => seq === known.seq)?.texts ?? 0 }
    const { count, before, extent } = dueTexts(sql, filter)
    if (count === 0) return { texts: 0 }
    const { through, held } = extent
    const appended = appendAction(storage, to, { source, ...actionOf({ before, through, texts: count, held }) })
    sql.exec('INSERT INTO erasures (seq, through, reached) VALUES (?, ?, 0)', appended.seq, through)
    return { texts: count, appended }
  })
}

/** When the next step is due, in milliseconds since 1970; undefined where nothing is under way. */
export function erasingDue(sql: SqlStorage): number | undefined {
  if (oldestErasing(sql)) return 0
  const { since } = sql.exec<{ since: number | null }>('SELECT min(since) AS since FROM replaced').one()
  return since === null ? undefined : since + replacedFor
}

/**
 * Erases some of what is due: texts here, or those in a segment, or segments that others took the place of. Each step may be repeated,
 * wherever it was killed.
 */
export async function eraseNext(storage: DurableObjectStorage, bucket: R2Bucket): Promise<void> {
  const { sql } = storage
  const erasing = oldestErasing(sql)
  if (!erasing) return deleteReplaced(storage, bucket)
  // What is to go may be in R2 already.
  if (begunSegment(sql)) return sealNext(storage, bucket)
  const extent = extentOf(sql, erasing)
  if (!extent) {
    log.error('audit_texts_not_erased', { erasure: erasing.seq, cause: 'the chain does not tell of it' })
    return noteReached(sql, erasing, erasing.through)
  }
  if (eraseTexts(storage, extent)) return
  const due = nextDue(sql, extent, erasing.reached)
  const sealed = due === undefined ? undefined : sealedSegment(sql, due)
  if (sealed) await rewrite(storage, bucket, { erasing, extent, ...sealed })
  else noteReached(sql, erasing, erasing.through)
}

const oldestErasing = (sql: SqlStorage): Erasing | undefined =>
  sql.exec<Erasing>('SELECT * FROM erasures WHERE reached < through ORDER BY seq LIMIT 1').toArray()[0]

function noteReached(sql: SqlStorage, { seq }: Erasing, reached: number): void {
  sql.exec('UPDATE erasures SET reached = ? WHERE seq = ?', reached, seq)
  endErasures(sql)
}

/** Those have ended which have gone through all, once nothing lies in R2 that others took the place of. */
const endErasures = (sql: SqlStorage) =>
  void sql.exec('DELETE FROM erasures WHERE reached >= through AND NOT EXISTS (SELECT 1 FROM replaced)')

/** What an erasure takes, as the chain tells, of which nothing is taken on trust from the table. */
function extentOf(sql: SqlStorage, { seq }: Erasing): Extent | undefined {
  const all = erasuresOf(sql)
  const told = all.find((erasure) => erasure.seq === seq)
  return told && { ...told, past: new Erasures(all.filter((erasure) => erasure.seq < seq)) }
}

/** Erases texts that are in no segment yet; it looks at no others. */
function eraseTexts(storage: DurableObjectStorage, { through, held }: Extent): boolean {
  const { sql } = storage
  const due = sql
    .exec<{ seq: number }>(
      `SELECT texts.seq FROM texts CROSS JOIN audits ON audits.seq = texts.seq
       WHERE texts.seq <= ? AND user_id NOT IN (SELECT value FROM json_each(?)) LIMIT ?`,
      through,
      JSON.stringify(held),
      atOnce.texts,
    )
    .toArray()
    .map(({ seq }) => seq)
  if (due.length === 0) return false
  storage.transactionSync(() => {
    sql.exec('DELETE FROM texts WHERE seq IN (SELECT value FROM json_each(?))', JSON.stringify(due))
    forgetSizes(sql, due)
  })
  return true
}

const forgetSizes = (sql: SqlStorage, rows: number[]) =>
  void sql.exec(
    'UPDATE audits SET text_size = 0 WHERE text_size > 0 AND seq IN (SELECT value FROM json_each(?))',
    JSON.stringify(rows),
  )

interface Rewriting {
  erasing: Erasing
  extent: Extent
  key: string
  segment: Segment
}

/**
 * Writes a segment anew without the texts that are due, as another object. What R2 itself says of the segment's rows goes along: not
 * even an erasure rewrites history.
 */
async function rewrite(
  storage: DurableObjectStorage,
  bucket: R2Bucket,
  { erasing, extent, key, segment }: Rewriting,
): Promise<void> {
  const { sql } = storage
  const { number, last } = segment
  const old = await getSegment(bucket, key, segment)
  if (typeof old === 'string') {
    log.error('audit_texts_not_erased', { segment: number, cause: old })
    return noteReached(sql, erasing, last)
  }
  const due = new Set(dueWithin(sql, extent, segment))
  const kept: { seq: number; line: string }[] = []
  for await (const lines of linesOf(old.bytes, segment)) {
    for (const line of lines) {
      const { seq } = textOf(line)
      if (!due.has(seq)) kept.push({ seq, line })
    }
  }
  const { bytes, blocks } = await packLines(kept)
  const metadata = { ...old.metadata, sha256: sha256(bytes) }
  const { key: organizationKey } = sql.exec<{ key: string }>('SELECT key FROM organization').one()
  const revision = segment.revision + 1
  await putSegment(bucket, segmentKey(organizationKey, number, revision), { bytes, metadata })
  storage.transactionSync(() => {
    sql.exec(
      'UPDATE segments SET revision = ?, sha256 = ?, blocks = ? WHERE number = ?',
      revision,
      metadata.sha256,
      JSON.stringify(blocks),
      number,
    )
    forgetSizes(sql, [...due])
    sql.exec('INSERT INTO replaced (key, since) VALUES (?, ?)', key, Date.now())
    noteReached(sql, erasing, last)
  })
}

const dueWithin = (sql: SqlStorage, { through, held }: Extent, { first, last }: Segment): number[] =>
  sql
    .exec<{ seq: number }>(
      `SELECT seq FROM audits NOT INDEXED WHERE seq BETWEEN ? AND ? AND kind = 'request'
       AND user_id NOT IN (SELECT value FROM json_each(?))`,
      first,
      Math.min(last, through),
      JSON.stringify(held),
    )
    .toArray()
    .map(({ seq }) => seq)

/** Deletes segments in R2 whose readers have had their time. */
async function deleteReplaced(storage: DurableObjectStorage, bucket: R2Bucket): Promise<void> {
  const { sql } = storage
  const keys = sql
    .exec<{ key: string }>(
      'SELECT key FROM replaced WHERE since <= ? LIMIT ?',
      Date.now() - replacedFor,
      atOnce.objects,
    )
    .toArray()
    .map(({ key }) => key)
  await bucket.delete(keys)
  storage.transactionSync(() => {
    sql.exec('DELETE FROM replaced WHERE key IN (SELECT value FROM json_each(?))', JSON.stringify(keys))
    endErasures(sql)
  })
}
