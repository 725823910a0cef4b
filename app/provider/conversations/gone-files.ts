import { sql } from 'drizzle-orm'
import type { EntryRow } from '~/provider/chat/own-conversation.ts'
import { type Database, files } from '~/provider/db/index.ts'
import { readableGroups } from '~/provider/files/policy.ts'
import type { Member } from '~/provider/identity/members.ts'

/** The files that an entry carries or cites, by their ids. */
export const filesOf = ({ attachments, refs }: Pick<EntryRow, 'attachments' | 'refs'>): number[] => [
  ...new Set([...attachments.map(({ id }) => id), ...refs.flatMap(({ file_id }) => file_id ?? [])]),
]

/** Those of the files of some entries that are deleted, or that the member may not read (any more). */
export async function goneFiles(db: Database, member: Member, rows: readonly EntryRow[]): Promise<Set<number>> {
  const ids = new Set(rows.flatMap(filesOf))
  if (ids.size === 0) return ids
  const readable = await db
    .select({ id: files.id })
    .from(files)
    .where(
      sql`${files.id} IN (SELECT value FROM json_each(${JSON.stringify([...ids])}))
        AND ${files.group_id} IN ${readableGroups(db, member)}`,
    )
  for (const { id } of readable) ids.delete(id)
  return ids
}
