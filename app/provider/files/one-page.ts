import { count, desc, type SQL } from 'drizzle-orm'
import { type Database, files } from '~/provider/db/index.ts'

/** For a page of the wanted files: their ids, the latest first, and how many there are on all pages. */
export const onePage = (
  db: Database,
  wanted: SQL | undefined,
  { page, page_size }: { page: number; page_size: number },
) => ({
  // From the index alone: what a page skips is never read.
  ids: db
    .select({ id: files.id })
    .from(files)
    .where(wanted)
    .orderBy(desc(files.id))
    .limit(page_size)
    .offset((page - 1) * page_size),
  counted: db.select({ total: count() }).from(files).where(wanted),
})
