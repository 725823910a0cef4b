import { and, eq, exists, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { type Database, files, now, sitePages, sites } from '~/provider/db/index.ts'
import { removeFile } from '~/provider/files/delete.ts'
import { sendJob } from '~/provider/queue/job.ts'
import { storedBytesChanged } from '~/provider/metrics/count.ts'
import { today } from '~/provider/time/today.ts'
import type { PageContent } from '../read-page.ts'
import { isPage, type PageRow, type SiteRow } from './site-rows.ts'

/**
 * Keeps what was read of a page as a file of the organisation, and has it processed like any other. The row is first, so
 * that bytes are never without one. What it was is noted with it: a visit that is repeated finds the same text there, and does not
 * count its pages again.
 */
export async function storeText(env: Env, db: Database, site: SiteRow, page: PageRow, content: PageContent) {
  const { name, mime_type, bytes, hash } = content
  const facts = { name, mime_type, size: bytes.length, url: page.url, updated_at: now() }
  const file = await fileOf(db, site, page, facts)
  await env.FILES.put(file.object_key, bytes, { httpMetadata: { contentType: mime_type } })
  const [linked] = await db.batch([
    db
      .update(sitePages)
      .set({ file_id: file.id, content_hash: hash })
      .where(and(isPage(page), exists(standing(db, site))))
      .returning({ url: sitePages.url }),
    storedBytesChanged(db, await today(db, site.organization_id), growthOf(file.id, facts.size)),
    db
      .update(files)
      .set({ ...facts, status: 'pending', status_reason: null })
      .where(eq(files.id, file.id)),
  ])
  // The site was removed meanwhile, and nothing leads to the file.
  if (linked.length === 0) return removeFile(env, db, file)
  await sendJob(env, { kind: 'process_file', file_id: file.id })
}

/** Has a page's file processed that an earlier run of this visit may have stored without getting so far. */
export async function processPending(env: Env, db: Database, fileId: number): Promise<void> {
  const file = await db.select({ status: files.status }).from(files).where(eq(files.id, fileId)).get()
  if (file?.status === 'pending') await sendJob(env, { kind: 'process_file', file_id: fileId })
}

/** What the text adds to the stored bytes: all of it, or what it has beyond the text before it. */
const growthOf = (fileId: number, size: number) =>
  sql`SELECT ${size} - iif(status = 'uploading', 0, size) FROM files WHERE id = ${fileId}`

type Facts = Pick<typeof files.$inferInsert, 'name' | 'mime_type' | 'size' | 'url'>

/** The page's file, or a new one for it. */
async function fileOf(db: Database, site: SiteRow, page: PageRow, facts: Facts) {
  const known =
    page.file_id === null ? undefined : await db.select().from(files).where(eq(files.id, page.file_id)).get()
  if (known) return known
  return db
    .insert(files)
    .values({
      ...facts,
      organization_id: site.organization_id,
      group_id: site.group_id,
      object_key: `${site.organization_id}/${crypto.randomUUID()}`,
      type: 'document',
      source: 'integration',
      status: 'uploading',
    })
    .returning()
    .get()
}

const standing = (db: Database, site: SiteRow) =>
  db
    .select({ one: sql`1` })
    .from(sites)
    .where(and(eq(sites.id, site.id), isNull(sites.deleted_at)))

/** Removes what is kept of a page, if anything. */
export async function dropText(env: Env, db: Database, { file_id }: PageRow): Promise<void> {
  if (file_id === null) return
  const file = await db.select().from(files).where(eq(files.id, file_id)).get()
  if (file) await removeFile(env, db, file)
}

/** Whether another page of the site has the same text: parameters that change nothing make many addresses of one page. */
export async function hasTwin(db: Database, { site_id, url }: PageRow, hash: string): Promise<boolean> {
  const same = and(eq(sitePages.site_id, site_id), eq(sitePages.content_hash, hash))
  const twin = await db
    .select({ url: sitePages.url })
    .from(sitePages)
    .where(and(same, ne(sitePages.url, url), isNotNull(sitePages.file_id)))
    .limit(1)
    .get()
  return twin !== undefined
}
