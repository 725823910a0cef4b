import { ApiError } from '~/contract/errors.ts'
import type { RepeatableCall } from '~/provider/objects/idempotency-key.ts'

/**
 * How long a call may be repeated, and how long the first one may take before a repetition is tried as if there had been none; in
 * milliseconds. What is made under a key is then found again by it, or is there once by a rule of the database.
 */
const keptFor = 24 * 60 * 60 * 1000
const claimedFor = 45 * 1000

type Row = {
  endpoint: string
  fingerprint: string
  result: string | null
  created_at: number
  run: string | null
}

/**
 * What the first call with this key led to, as JSON; undefined where there was none.
 *
 * @throws ApiError `invalid_request` where it had another content, `invalid_conversation` while it is going on
 */
export function earlierResult(
  sql: SqlStorage,
  { key, endpoint, fingerprint, run }: RepeatableCall,
): string | undefined {
  const [first] = sql
    .exec<Row>('SELECT * FROM idempotency_keys WHERE key = ? AND created_at > ?', key, Date.now() - keptFor)
    .toArray()
  if (!first) return undefined
  if (first.endpoint !== endpoint || first.fingerprint !== fingerprint) throw new ApiError('invalid_request')
  if (first.result !== null) return first.result
  const isItsOwn = run !== undefined && first.run === run
  if (!isItsOwn && first.created_at > Date.now() - claimedFor) throw new ApiError('invalid_conversation')
  return undefined
}

/** Notes a call with its result, or that it goes on where there is none yet. What is too old to be repeated is forgotten. */
export function keepResult(
  sql: SqlStorage,
  { key, endpoint, fingerprint, run }: RepeatableCall,
  result: string | null,
) {
  sql.exec('DELETE FROM idempotency_keys WHERE created_at < ?', Date.now() - keptFor)
  sql.exec(
    'INSERT OR REPLACE INTO idempotency_keys (key, endpoint, fingerprint, result, created_at, run) VALUES (?, ?, ?, ?, ?, ?)',
    key,
    endpoint,
    fingerprint,
    result,
    Date.now(),
    run ?? null,
  )
}

/**
 * Keeps what a claimed call led to; undefined lets it be tried again. Safe to repeat: a key that has its result keeps it, and so does
 * one that another run has claimed meanwhile.
 */
export function settleKey(sql: SqlStorage, { key, run }: RepeatableCall, result: string | undefined) {
  const own = 'key = ? AND run IS ? AND result IS NULL'
  if (result === undefined) sql.exec(`DELETE FROM idempotency_keys WHERE ${own}`, key, run ?? null)
  else sql.exec(`UPDATE idempotency_keys SET result = ? WHERE ${own}`, result, key, run ?? null)
}
