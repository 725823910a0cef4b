import { ApiError } from '~/contract/errors.ts'
import type { RepeatableCall } from '~/provider/objects/idempotency-key.ts'

/**
 * How long a call may be repeated, and how long the first one may take before a repetition is tried as if there had been none; in
 * milliseconds. What is made under a key is then found again by it, or is there once by a rule of the database.
 */
const keptFor = 24 * 60 * 60 * 1000
const claimedFor = 45 * 1000

type Row = { endpoint: string; fingerprint: string; result: string | null; created_at: number }

/**
 * What the first call with this key led to, as JSON; undefined where there was none.
 *
 * @throws ApiError `invalid_request` where it had another content, `invalid_conversation` while it is going on
 */
export function earlierResult(sql: SqlStorage, { key, endpoint, fingerprint }: RepeatableCall): string | undefined {
  const [first] = sql
    .exec<Row>('SELECT * FROM idempotency_keys WHERE key = ? AND created_at > ?', key, Date.now() - keptFor)
    .toArray()
  if (!first) return undefined
  if (first.endpoint !== endpoint || first.fingerprint !== fingerprint) throw new ApiError('invalid_request')
  if (first.result !== null) return first.result
  if (first.created_at > Date.now() - claimedFor) throw new ApiError('invalid_conversation')
  return undefined
}

/** Notes a call with its result, or that it goes on where there is none yet. What is too old to be repeated is forgotten. */
export function keepResult(sql: SqlStorage, { key, endpoint, fingerprint }: RepeatableCall, result: string | null) {
  sql.exec('DELETE FROM idempotency_keys WHERE created_at < ?', Date.now() - keptFor)
  sql.exec(
    'INSERT OR REPLACE INTO idempotency_keys (key, endpoint, fingerprint, result, created_at) VALUES (?, ?, ?, ?, ?)',
    key,
    endpoint,
    fingerprint,
    result,
    Date.now(),
  )
}

/** Lets a call be tried again that failed. */
export function forgetKey(sql: SqlStorage, key: string) {
  sql.exec('DELETE FROM idempotency_keys WHERE key = ?', key)
}
