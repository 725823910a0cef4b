import { and, eq, or } from 'drizzle-orm'
import type { Group } from '~/contract/users.ts'
import { type Database, groups } from '~/provider/db/index.ts'
import type { Member, MemberIds } from './members.ts'

/** A member's groups as they are listed: the private one first, then the organisation's. */
export const privateGroupFirst = (rows: Group[], { privateGroupId }: Member): Group[] =>
  rows.toSorted((a, b) => Number(b.id === privateGroupId) - Number(a.id === privateGroupId))

/**
 * The groups that a member works in, the oldest first, as a statement. What an admin may do in others' private groups is
 * the files' policy; listing ten thousand of them here would help nobody.
 */
export const selectGroups = (db: Database, member: MemberIds) =>
  db
    .select({ id: groups.id, name: groups.name, type: groups.type })
    .from(groups)
    .where(
      and(
        eq(groups.organization_id, member.organizationId),
        or(eq(groups.id, member.privateGroupId), eq(groups.type, 'organization')),
      ),
    )
    .orderBy(groups.id)
