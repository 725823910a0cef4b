import { and, eq, isNull, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { now, sites } from '~/provider/db/index.ts'
import { queueForSite } from './queue-for-site.ts'
import { findSite } from './site.ts'

/**
 * Forgets a site: its crawl ends at once, and a job removes its pages from the index, with their bytes and rows.
 * @throws ApiError `does_not_exist`
 */
export async function deleteSite(id: number, call: Call): Promise<void> {
  const { env, db, member } = call
  const { url } = await findSite(db, member, id)
  const deletion = db
    .update(sites)
    .set({ deleted_at: now(), active_at: now(), step: sql`${sites.step} + 1` })
    .where(and(eq(sites.id, id), eq(sites.organization_id, member.organizationId), isNull(sites.deleted_at)))
    .returning({ id: sites.id })
  const details = { site_id: id }
  const [[deleted]] = await changeRecorded(call, [deletion], { action: 'site_deleted', target: url, details })
  if (!deleted) throw new ApiError('does_not_exist', { entity: 'site' })
  await queueForSite(env, { kind: 'delete_site', site_id: id })
}
