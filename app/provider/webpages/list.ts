import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { Paged } from '~/contract/shared.ts'
import type { listWebpages as endpoint, Webpage } from '~/contract/webpages.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { contains } from '~/provider/db/contains.ts'
import { files, sitePages } from '~/provider/db/index.ts'
import { onePage } from '~/provider/files/one-page.ts'
import { readableGroups } from '~/provider/files/policy.ts'

/** One page of the crawled pages that the caller may read, the latest first. */
export async function listWebpages(
  { query: { name, page, page_size } }: ParsedOf<typeof endpoint>,
  { db, member }: Call,
): Promise<Paged<Webpage>> {
  const wanted = and(
    inArray(files.group_id, readableGroups(db, member)),
    eq(files.source, 'integration'),
    name ? or(contains(files.name, name), contains(files.url, name)) : undefined,
  )
  const { ids, counted } = onePage(db, wanted, { page, page_size })
  const [rows, [found]] = await db.batch([
    selectWebpages(db).where(inArray(files.id, ids)).orderBy(desc(files.id)),
    counted,
  ])
  return { data: rows.map(toWebpage), ...pageNumbers(found?.total ?? 0, { page, page_size }) }
}

/** Named, since a batch of D1 knows columns by their names alone. */
const selectWebpages = (db: Call['db']) =>
  db
    .select({
      id: files.id,
      name: files.name,
      url: files.url,
      status: files.status,
      status_reason: files.status_reason,
      created_at: files.created_at,
      page_status: sql<string | null>`${sitePages.status}`.as('page_status'),
      page_reason: sql<string | null>`${sitePages.status_reason}`.as('page_reason'),
      crawled_at: sitePages.crawled_at,
    })
    .from(files)
    .leftJoin(sitePages, eq(sitePages.file_id, files.id))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectWebpages>>[number]

/** A page that could not be fetched again says so, while answers go on resting on the text it had. */
function toWebpage({ page_status, page_reason, ...file }: Row): Webpage {
  const failed = page_status === 'failed' || page_status === 'disallowed'
  return {
    ...file,
    url: file.url ?? '',
    source_type: 'integration',
    ...(failed && { status: 'failed', status_reason: page_reason }),
  }
}
