/**
 * A row of the table `audits` as the database holds it, JSON as text: a link of its organisation's chain. Imports nothing,
 * so that a script can check a chain too.
 */
export interface Link {
  organization_id: number
  /** Its place in the chain, from 1. */
  seq: number
  kind: 'request' | 'action'
  /** What the row is for: one row for each, however often it is appended. */
  source: string
  user_id: number
  user_email: string
  created_at: string
  day: string
  conversation_id: number | null
  status: string | null
  error_code: string | null
  pipeline: string | null
  model: string | null
  execution_time: number | null
  input_tokens: number | null
  output_tokens: number | null
  question: string | null
  answer: string | null
  files: string | null
  refs: string | null
  action: string | null
  target: string | null
  details: string | null
  previous_hash: string
  hash: string
}

/** What the chain itself adds to a row. */
type Chained = 'seq' | 'created_at' | 'day' | 'previous_hash' | 'hash'

/** A row that is to be appended. */
export type NewLink = Omit<Link, Chained>

/** The columns that a hash covers, in its order: all of the table but the id, which another database may give anew. */
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
  'question',
  'answer',
  'files',
  'refs',
  'action',
  'target',
  'details',
  'previous_hash',
] as const satisfies (keyof Link)[]

/** The hash before the first row. */
export const firstHash = '0'.repeat(64)

/**
 * The hash of a row: SHA-256, in hex, over the JSON array of `v1` (this very layout) and {@link hashedColumns}, in UTF-8.
 * JSON leaves no two rows the same text, and each hash covers the one before it, so that no row can be changed, moved or
 * left out without changing all that follow.
 */
export async function hashOf(link: Omit<Link, 'hash'>): Promise<string> {
  const canonical = JSON.stringify(['v1', ...hashedColumns.map((column) => link[column])])
  return sha256(canonical)
}

/** In hex, over the text in UTF-8. */
export async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
