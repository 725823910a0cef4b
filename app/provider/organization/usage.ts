import type { Usage } from '~/contract/chat.ts'
import type { BucketType, Metric, MetricName, Quota } from '~/contract/metrics.ts'
import { bucketEnd, bucketLength, dayIn } from '~/provider/time/buckets.ts'
import { isUsedUp, type ModelLimit } from './spending.ts'
import type { NewRequest } from './chain.ts'
import { countModelUsage, modelUsageOf } from './model-usage.ts'

/** Milliseconds that a question that was let in is waited for: longer than any answer may take. */
const reservedFor = 15 * 60 * 1000

const bucketTypes = Object.keys(bucketLength) as BucketType[]

/** The id of a day's bucket: 2026-11-21, 2026-11 or 2026. */
const bucketOf = (type: BucketType, day: string) => day.slice(0, bucketLength[type])

/** Counts a request in the buckets of its day. It belongs into the transaction of its row, so that both cannot differ. */
export function countRequest(sql: SqlStorage, request: NewRequest, day: string): void {
  add(sql, 'questions', 1, day)
  add(sql, 'input_tokens', request.input_tokens ?? 0, day)
  add(sql, 'output_tokens', request.output_tokens ?? 0, day)
  countModelUsage(sql, request, day)
  // One who was refused would otherwise be let in the next time, as one who is active already.
  if (request.status === 'blocked') return
  for (const type of bucketTypes) {
    const bucket = bucketOf(type, day)
    const { rowsWritten } = sql.exec(
      'INSERT OR IGNORE INTO active_users (bucket_id, user_id) VALUES (?, ?)',
      bucket,
      request.user_id,
    )
    if (rowsWritten > 0) sql.exec(addition, 'active_users', type, bucket, 1)
  }
}

const addition =
  'INSERT INTO metrics (metric, bucket_type, bucket_id, value) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = value + excluded.value'

function add(sql: SqlStorage, metric: MetricName, amount: number, day: string): void {
  for (const type of bucketTypes) sql.exec(addition, metric, type, bucketOf(type, day), amount)
}

export interface QuotaQuestion {
  /** The quotas that are set. */
  quotas: Quota[]
  /** What its model may cost a month, if that is limited. */
  modelLimit?: ModelLimit | undefined
  userId: number
  /** What the place that is kept is known by. */
  reservation: string
}

/** Why there is no place for a question, and the seconds until there is. */
export interface NoPlace {
  code: 'quota_exceeded' | 'model_limit_reached'
  retryAfter: number
}

/**
 * Keeps a place for a question where the quotas, and its model's limit, have room for one, until its audit is appended or for 15 minutes. Safe to
 * repeat: a place that was kept already is no other question's.
 * @returns undefined where there is room
 */
export function reserve(
  storage: DurableObjectStorage,
  timeZone: string,
  { quotas, modelLimit, userId, reservation }: QuotaQuestion,
): NoPlace | undefined {
  const { sql } = storage
  return storage.transactionSync(() => {
    const now = Date.now()
    const day = dayIn(timeZone, new Date(now))
    sql.exec('DELETE FROM reservations WHERE expires_at <= ? OR id = ?', now, reservation)
    const exceeded = quotas.filter((quota) => isExceeded(sql, quota, { day, userId }))
    const isModelUsedUp = modelLimit && isUsedUp(modelLimit, usageOf(sql, modelLimit.name, day))
    if (exceeded.length === 0 && !isModelUsedUp) {
      sql.exec(
        'INSERT INTO reservations (id, user_id, expires_at) VALUES (?, ?, ?)',
        reservation,
        userId,
        now + reservedFor,
      )
      return undefined
    }
    const types = exceeded.length > 0 ? exceeded.map(({ time_bucket_type: type }) => type) : (['month'] as const)
    const ends = types.map((type) => bucketEnd(timeZone, day, type).getTime())
    const retryAfter = Math.max(1, Math.ceil((Math.max(...ends) - now) / 1000))
    return { code: exceeded.length > 0 ? 'quota_exceeded' : 'model_limit_reached', retryAfter }
  })
}

const usageOf = (sql: SqlStorage, model: string, day: string): Usage =>
  modelUsageOf(sql, day).find((one) => one.model === model) ?? { input_tokens: 0, output_tokens: 0 }

export const endReservation = (sql: SqlStorage, reservation: string) =>
  void sql.exec('DELETE FROM reservations WHERE id = ?', reservation)

/** Tokens are known when an answer has ended, so the last one may go beyond their quota. */
function isExceeded(
  sql: SqlStorage,
  { metric_name: metric, time_bucket_type: type, quota }: Quota,
  { day, userId }: { day: string; userId: number },
): boolean {
  const bucket = bucketOf(type, day)
  const used = valueOf(sql, metric, type, bucket)
  const number = (query: string, ...values: (string | number)[]) =>
    sql.exec<{ number: number }>(`SELECT count(*) AS number FROM ${query}`, ...values).one().number
  if (metric === 'questions') return used + number('reservations') + 1 > quota
  if (metric === 'input_tokens' || metric === 'output_tokens') return used + 1 > quota
  if (metric !== 'active_users') return false
  const newcomers = `(
    SELECT DISTINCT user_id FROM reservations
    WHERE user_id NOT IN (SELECT user_id FROM active_users WHERE bucket_id = ?))`
  const counts =
    number('active_users WHERE bucket_id = ? AND user_id = ?', bucket, userId) > 0 ||
    number('reservations WHERE user_id = ?', userId) > 0
  return !counts && used + number(newcomers, bucket) + 1 > quota
}

const valueOf = (sql: SqlStorage, metric: MetricName, type: BucketType, bucket: string): number =>
  sql
    .exec<{ value: number }>(
      'SELECT value FROM metrics WHERE metric = ? AND bucket_type = ? AND bucket_id = ?',
      metric,
      type,
      bucket,
    )
    .toArray()[0]?.value ?? 0

/** All values, of some thousand buckets a year. */
export const metricsOf = (sql: SqlStorage): Omit<Metric, 'quota'>[] =>
  sql
    .exec<Omit<Metric, 'quota'> & Record<string, SqlStorageValue>>(
      'SELECT metric AS name, bucket_type AS time_bucket_type, bucket_id AS time_bucket_id, value FROM metrics',
    )
    .toArray()
