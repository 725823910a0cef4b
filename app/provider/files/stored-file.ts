import { eq, getTableColumns, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import type { Group } from '~/contract/users.ts'
import { type Database, files, groups } from '~/provider/db/index.ts'
import type { Member } from '~/provider/identity/members.ts'
import { mayChangeFiles, mayReadFiles } from './policy.ts'

/** A file as the database has it, with the type of its group. */
export type FileRow = typeof files.$inferSelect & { group_type: Group['type'] }

/** Selects files with the type of their group. Named, since a batch of D1 knows columns by their names alone. */
export const selectFiles = (db: Database) =>
  db
    .select({ ...getTableColumns(files), group_type: sql<Group['type']>`${groups.type}`.as('group_type') })
    .from(files)
    .innerJoin(groups, eq(groups.id, files.group_id))
    .$dynamic()

/**
 * The file with an id, if the member may read it.
 * @throws ApiError `does_not_exist` otherwise, the same whether there is no such file or it is another's
 */
export async function findReadableFile(db: Database, member: Member, id: number): Promise<FileRow> {
  const file = await selectFiles(db).where(eq(files.id, id)).get()
  if (!file || !mayReadFiles(member, file)) throw new ApiError('does_not_exist', { entity: 'file' })
  return file
}

/**
 * The file with an id, if the member may change it.
 * @throws ApiError `does_not_exist`, or `operation_not_authorized` for a file that the member may only read
 */
export async function findChangeableFile(db: Database, member: Member, id: number): Promise<FileRow> {
  const file = await findReadableFile(db, member, id)
  if (!mayChangeFiles(member, file)) throw new ApiError('operation_not_authorized')
  return file
}

/** A file as the API shows it: without where its bytes are and who uploaded it. */
export function toStoredFile(row: FileRow): StoredFile {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    mime_type: row.mime_type,
    size: row.size,
    group_id: row.group_id,
    group_type: row.group_type,
    status: row.status,
    status_reason: row.status_reason,
    source_type: row.source,
    page_count: row.page_count,
    width: row.width,
    height: row.height,
    has_thumbnail: row.has_thumbnail,
    properties: {
      ...(row.url !== null && { url: row.url }),
      ...(row.description !== null && { description: row.description }),
    },
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
