import type { ChainEntry } from './chain-entry.ts'
import { headOf } from './chain.ts'

/** What is known of a chain beside its rows. */
export interface Tally {
  organizationId: number
  /** The last row's place and hash. */
  rows: number
  head: string
  /** How many of each kind were counted as they were appended. */
  counted: Record<ChainEntry['kind'], number>
  /** How many requests the metrics have of all years. */
  questions: number
}

export function tallyOf(sql: SqlStorage): Tally {
  const [organization] = sql.exec<{ id: number }>('SELECT id FROM organization').toArray()
  const head = headOf(sql)
  const counts = sql.exec<{ kind: ChainEntry['kind']; rows: number }>('SELECT kind, rows FROM counts').toArray()
  const { questions } = sql
    .exec<{ questions: number }>(
      "SELECT coalesce(sum(value), 0) AS questions FROM metrics WHERE metric = 'questions' AND bucket_type = 'year'",
    )
    .one()
  return {
    organizationId: organization?.id ?? 0,
    rows: head.seq,
    head: head.hash,
    counted: { request: 0, action: 0, ...Object.fromEntries(counts.map(({ kind, rows }) => [kind, rows])) },
    questions,
  }
}
