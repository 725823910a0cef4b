import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { files, openDatabase, sitePages, sites } from '~/provider/db/index.ts'
import { removeFile } from '~/provider/files/delete.ts'
import { sendJob } from '~/provider/queue/job.ts'

/** Pages of one run; the next run takes the rest. */
const maxPerRun = 100

/** Removes what is kept of a deleted site's pages, then the site. Repeating it changes nothing. */
export async function clearSite(env: Env, siteId: number): Promise<void> {
  const db = openDatabase(env.DB)
  const deleted = and(eq(sites.id, siteId), isNotNull(sites.deleted_at))
  const site = await db.select({ id: sites.id }).from(sites).where(deleted).get()
  if (!site) return
  const ofSite = db.select({ id: sitePages.file_id }).from(sitePages).where(eq(sitePages.site_id, siteId))
  const left = await db.select().from(files).where(inArray(files.id, ofSite)).limit(maxPerRun)
  for (const file of left) await removeFile(env, db, file)
  if (left.length === maxPerRun) return sendJob(env, { kind: 'delete_site', site_id: siteId })
  await db.delete(sites).where(deleted)
}
