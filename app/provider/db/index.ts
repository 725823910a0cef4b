import type { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'

export type Database = ReturnType<typeof openDatabase>

/** Drizzle over the D1 binding. Cheap: one per call. */
export const openDatabase = (d1: D1Database) => drizzle(d1)

/** SQL whose rows are read as they are, for a batch: Drizzle's own `all` loses its parameters there. */
export function statementOf<Row>(db: Database, query: SQL) {
  const statement = db.all<Row>(query)
  return Object.assign(statement, { stmt: db.$client.prepare(statement.getQuery().sql) })
}

/** Now, in the form that every time column has (ISO 8601 in UTC, milliseconds). */
export const now = () => new Date().toISOString()

export * from './schema.ts'
