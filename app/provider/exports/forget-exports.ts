import { sql } from 'drizzle-orm'
import { type Database, exports, now } from '~/provider/db/index.ts'

/** Rows of one run of the sweep. */
const most = 1000

/** Removes exports whose address has expired. */
export const forgetExports = (db: Database) =>
  db.run(sql`
    DELETE FROM ${exports} WHERE id IN (SELECT id FROM ${exports} WHERE expires_at < ${now()} LIMIT ${most})`)
