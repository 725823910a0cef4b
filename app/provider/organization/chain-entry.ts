import { sha256 } from '~/provider/objects/sha256.ts'

/** A row of an organisation's chain: what was asked (`request`) or what an admin did (`action`), without its text. */
export interface ChainEntry {
  organization_id: number
  /** Its place in the chain, from 1; also the id of the audit. */
  seq: number
  kind: 'request' | 'action'
  /** What the row is for: one row for each, however often it is appended. */
  source: string
  user_id: number
  user_email: string
  created_at: string
  /** The day in the organisation's time zone that it counts for: 2026-11-21. */
  day: string
  conversation_id: number | null
  status: string | null
  error_code: string | null
  pipeline: string | null
  model: string | null
  execution_time: number | null
  input_tokens: number | null
  output_tokens: number | null
  action: string | null
  target: string | null
  /** JSON. */
  details: string | null
  /** The SHA-256, in hex, of the request's line (`text-line.ts`). */
  text_digest: string | null
  previous_hash: string
  /** The name of the key that it was done with; null where no program called. */
  api_key: string | null
  hash: string
}

/** The columns that a hash covers, in its order. */
export const hashedColumns = [
  'organization_id',
  'seq',
  'kind',
  'source',
  'user_id',
  'user_email',
  'created_at',
  'day',
  'conversation_id',
  'status',
  'error_code',
  'pipeline',
  'model',
  'execution_time',
  'input_tokens',
  'output_tokens',
  'action',
  'target',
  'details',
  'text_digest',
  'previous_hash',
] as const satisfies (keyof ChainEntry)[]

/** The columns of {@link ChainEntry} that the table has: an object is one organisation's, and the hash before is the last row's. */
export const storedColumns = [
  ...hashedColumns.filter((column) => column !== 'organization_id' && column !== 'previous_hash'),
  'api_key',
  'hash',
] as const

/** The hash before the first row. */
export const firstHash = '0'.repeat(64)

/**
 * The hash of a row: SHA-256, in hex, over the JSON array of `v1` (this very layout) and {@link hashedColumns}, in UTF-8; where a
 * program called, of `v2`, the same columns and the name of its key.
 * JSON leaves no two rows the same text, and each hash covers the one before it, so that no row can be changed, moved or
 * left out without changing all that follow.
 */
export function hashOf(entry: Omit<ChainEntry, 'hash'>): string {
  const values = hashedColumns.map((column) => entry[column])
  return sha256(JSON.stringify(entry.api_key === null ? ['v1', ...values] : ['v2', ...values, entry.api_key]))
}
