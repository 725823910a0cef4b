import type { DatabaseSync } from 'node:sqlite'
import { Refused } from './account.ts'

export interface Sql {
  sql: string
  params?: never[]
}

/** Statements as D1 takes them: one with its values, a list of those in a transaction, or a text of several. */
export function runAll(sqlite: DatabaseSync, body: Sql & { batch?: Sql[] }): unknown {
  try {
    sqlite.exec('BEGIN')
    const results = (body.batch ?? [body]).map((one) => runOne(sqlite, one))
    sqlite.exec('COMMIT')
    return results
  } catch (error) {
    sqlite.exec('ROLLBACK')
    return new Refused(400, 7500, `${(error as Error).message}: SQLITE_ERROR`)
  }
}

function runOne(sqlite: DatabaseSync, { sql, params = [] }: Sql): unknown {
  const isOne = params.length > 0 || /^\s*(SELECT|PRAGMA)\b/i.test(sql)
  const results = isOne ? sqlite.prepare(sql).all(...params) : (sqlite.exec(sql), [])
  return { success: true, results, meta: { duration: 1, changes: 0, rows_read: 0, rows_written: 0, last_row_id: 0 } }
}
