import { sql } from 'drizzle-orm'
import type { Database } from '~/provider/db/index.ts'
import { latestStored } from './count.ts'
import { type Demand, quotaGuard, requireQuota, valueOf } from './quota.ts'
import { type OrganizationDay, today } from '~/provider/time/today.ts'

/** What an upload asks for. */
export interface UploadDemand {
  /** Bytes that are not in an `uploading` row yet. */
  bytes: number
  /** Whether it is a new file, which will be processed. */
  isNew: boolean
}

/**
 * Ends the call when an upload does not fit the organisation's quotas of stored bytes and processed pages.
 * @throws ApiError `quota_exceeded`; with the seconds until it renews, except for bytes, which only deleting makes
 * room for
 */
export async function requireUploadQuota(db: Database, organizationId: number, demand: UploadDemand): Promise<void> {
  const at = await today(db, organizationId)
  await requireQuota(db, at, demandsOf(at, demand))
}

/** The same as a statement of the batch that writes the upload's row. */
export const uploadQuotaGuard = (db: Database, at: OrganizationDay, demand: UploadDemand) =>
  quotaGuard(db, at, demandsOf(at, demand))

/** Pages are known when a file has been processed, so the last one may go beyond their quota. */
const demandsOf = (at: OrganizationDay, { bytes, isNew }: UploadDemand): Demand[] => [
  {
    metric: 'stored_bytes',
    used: sql`coalesce(${latestStored(at.organizationId, sql`quotas.bucket_type`, 'value')}, 0) + ${bytesUnderWay(at)}`,
    wanted: bytes,
  },
  { metric: 'processed_pages', used: valueOf(at, 'processed_pages'), wanted: isNew ? 1 : 0 },
]

/**
 * The bytes of the organisation's unfinished uploads. In the words of the index `unfinished_files`, so that SQLite
 * takes it.
 */
const bytesUnderWay = ({ organizationId }: OrganizationDay) => sql`(
  SELECT coalesce(sum(size), 0) FROM files INDEXED BY unfinished_files
  WHERE status IN ('uploading', 'pending') AND status = 'uploading' AND organization_id = ${organizationId})`
