import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Site } from '~/contract/webpages.ts'
import { type Database, sitePages, sites } from '~/provider/db/index.ts'
import type { Member } from '~/provider/identity/members.ts'

/** Selects sites with how far their crawl is: pages that have a text, and addresses that wait. */
const selectSites = (db: Database) => {
  const counted = (condition: ReturnType<typeof sql>) =>
    sql<number>`(SELECT count(*) FROM ${sitePages} WHERE ${sitePages.site_id} = ${sites.id} AND ${condition})`
  return db
    .select({
      ...getTableColumns(sites),
      pages: counted(sql`${sitePages.file_id} IS NOT NULL`),
      waiting: counted(sql`${sitePages.status} = 'pending'`),
    })
    .from(sites)
    .$dynamic()
}

const ofOrganization = (member: Member) =>
  and(eq(sites.organization_id, member.organizationId), isNull(sites.deleted_at))

/** The sites of a member's organisation, the oldest first. */
export async function listSites(db: Database, member: Member): Promise<Site[]> {
  const rows = await selectSites(db).where(ofOrganization(member)).orderBy(sites.id)
  return rows.map(toSite)
}

/**
 * One site of a member's organisation.
 * @throws ApiError `does_not_exist`, also for another organisation's
 */
export async function findSite(db: Database, member: Member, id: number): Promise<Site> {
  const row = await selectSites(db)
    .where(and(eq(sites.id, id), ofOrganization(member)))
    .get()
  if (!row) throw new ApiError('does_not_exist', { entity: 'site' })
  return toSite(row)
}

const toSite = (row: Site): Site => ({
  id: row.id,
  url: row.url,
  status: row.status,
  status_reason: row.status_reason,
  max_pages: row.max_pages,
  pages: row.pages,
  waiting: row.waiting,
  created_at: row.created_at,
  crawled_at: row.crawled_at,
  next_crawl_at: row.next_crawl_at,
})
