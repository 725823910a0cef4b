import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { BucketType } from '~/contract/metrics.ts'
import type { Database } from '~/provider/db/index.ts'
import { bucketEnd } from '~/provider/time/buckets.ts'
import { type FileMetric, latestStored } from './count.ts'
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
  const exceeded = await db.all<{ metric: FileMetric; bucket_type: BucketType }>(exceededQuotas(at, demand))
  if (exceeded.length === 0) return
  // What is stored stays stored when a day ends.
  if (exceeded.some(({ metric }) => metric === 'stored_bytes')) throw new ApiError('quota_exceeded')
  const end = Math.max(...exceeded.map(({ bucket_type }) => bucketEnd(at.timeZone, at.day, bucket_type).getTime()))
  throw new ApiError('quota_exceeded', { retry_after: Math.max(1, Math.ceil((end - Date.now()) / 1000)) })
}

/**
 * The same as a statement of the batch that writes the upload's row, so that uploads at the same moment cannot pass
 * together: it fails, and with it the batch, when a quota has no room. D1 has no other way to end a batch.
 */
export const uploadQuotaGuard = (db: Database, at: OrganizationDay, demand: UploadDemand) =>
  db
    .select({
      failsAtQuota: sql`json(CASE WHEN EXISTS (${exceededQuotas(at, demand)}) THEN 'a quota is used up' ELSE '0' END)`,
    })
    .from(sql`(SELECT 1)`)

/** Pages are known when a file has been processed, so the last one may go beyond their quota. */
const exceededQuotas = (at: OrganizationDay, { bytes, isNew }: UploadDemand) => sql`
  ${exceeded(at, 'stored_bytes', bytes, sql`coalesce(${latestStored(at.organizationId, sql`quotas.bucket_type`, 'value')}, 0) + ${bytesUnderWay(at)}`)}
  UNION ALL ${exceeded(at, 'processed_pages', isNew ? 1 : 0, processedPages(at))}`

/** The quotas of a metric that have no room for what is wanted; a call that wants nothing is not refused. */
const exceeded = ({ organizationId }: OrganizationDay, metric: FileMetric, wanted: number, used: SQL) => sql`
  SELECT quotas.metric, quotas.bucket_type FROM quotas
  WHERE quotas.organization_id = ${organizationId} AND quotas.metric = ${metric}
    AND ${wanted} > 0 AND ${used} + ${wanted} > quotas.quota`

const processedPages = ({ organizationId, day }: OrganizationDay) => sql`coalesce((
  SELECT value FROM file_metrics
  WHERE organization_id = ${organizationId} AND metric = 'processed_pages' AND bucket_type = quotas.bucket_type
    AND bucket_id = substr(${day}, 1, CASE quotas.bucket_type WHEN 'day' THEN 10 WHEN 'month' THEN 7 ELSE 4 END)), 0)`

/**
 * The bytes of the organisation's unfinished uploads. In the words of the index `unfinished_files`, so that SQLite
 * takes it.
 */
const bytesUnderWay = ({ organizationId }: OrganizationDay) => sql`(
  SELECT coalesce(sum(size), 0) FROM files INDEXED BY unfinished_files
  WHERE status IN ('uploading', 'pending') AND status = 'uploading' AND organization_id = ${organizationId})`
