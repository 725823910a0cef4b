import { drizzle } from 'drizzle-orm/d1'

export type Database = ReturnType<typeof openDatabase>

/** Drizzle over the D1 binding. Cheap: one per call. */
export const openDatabase = (d1: D1Database) => drizzle(d1)

/** Now, in the form that every time column has (ISO 8601 in UTC, milliseconds). */
export const now = () => new Date().toISOString()

export * from './schema.ts'
