import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { files, users } from '~/provider/db/index.ts'
import { madeByProduct } from '~/provider/db/product-sources.ts'

/** Files that answers made before a moment. */
export const expiredFiles = (organizationId: number, before: string) =>
  and(eq(files.organization_id, organizationId), lt(files.created_at, before), sql.raw(madeByProduct))

/** Of the row in `users` of who made a file, which may be gone: that nobody holds it. */
export const isFree = or(isNull(users.id), isNull(users.held_at))
