import { sql } from 'drizzle-orm'
import type { Database } from '~/provider/db/index.ts'
import { todayInZones } from '~/provider/time/today.ts'
import { buckets, latestStored } from './count.ts'

/**
 * Lets what is stored be told of days on which nothing was stored or deleted, too: opens the buckets of the day that
 * has begun with the latest value. Safe to repeat.
 */
export async function carryStoredBytes(db: Database): Promise<void> {
  for (const { timeZone, day } of await todayInZones(db)) await carryIn(db, timeZone, day)
}

const latest = (column: 'bucket_id' | 'value') => latestStored(sql`organizations.id`, sql`bucket.type`, column)

const carryIn = (db: Database, timeZone: string, day: string) =>
  db.run(sql`
    INSERT INTO file_metrics (organization_id, metric, bucket_type, bucket_id, value)
    SELECT organizations.id, 'stored_bytes', bucket.type, substr(${day}, 1, bucket.length), ${latest('value')}
    FROM organizations, ${buckets} AS bucket
    WHERE organizations.time_zone = ${timeZone} AND ${latest('bucket_id')} < substr(${day}, 1, bucket.length)`)
