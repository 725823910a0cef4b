import { sql } from 'drizzle-orm'
import type { Entry } from '~/contract/conversations.ts'
import { type Database, files } from '~/provider/db/index.ts'
import { readableGroups } from '~/provider/files/policy.ts'
import type { Member } from '~/provider/identity/members.ts'

/** Entries with the ids of those of their files, attached or cited, that are deleted or that the member may not read (any more). */
export async function withDeletedFiles(db: Database, member: Member, entries: Entry[]): Promise<Entry[]> {
  const deleted = new Set(entries.flatMap(filesOf))
  if (deleted.size === 0) return entries
  const readable = await db
    .select({ id: files.id })
    .from(files)
    .where(
      sql`${files.id} IN (SELECT value FROM json_each(${JSON.stringify([...deleted])}))
        AND ${files.group_id} IN ${readableGroups(db, member)}`,
    )
  for (const { id } of readable) deleted.delete(id)
  return entries.map((entry) => {
    const ofEntry = filesOf(entry).filter((id) => deleted.has(id))
    return ofEntry.length > 0 ? { ...entry, gone_files: ofEntry } : entry
  })
}

const filesOf = ({ file_attachments, content }: Entry): number[] => [
  ...new Set([
    ...file_attachments.map(({ id }) => id),
    ...(content.version === 2 ? content.file_references.flatMap(({ file_id }) => file_id ?? []) : []),
  ]),
]
