import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * Whether a column contains a text; ASCII letters match in either case. Not LIKE: D1 refuses patterns over 50 bytes, which
 * is 16 Japanese characters.
 */
export const contains = (column: SQLiteColumn, part: string): SQL =>
  sql`instr(lower(${column}), lower(${part.normalize('NFC')})) > 0`
