import { and, eq, or } from 'drizzle-orm'
import type { Group } from '~/contract/users.ts'
import { type Database, groups } from '~/provider/db/index.ts'
import type { Member } from '~/provider/identity/members.ts'

/** The group that a file is in or goes to. It alone decides who may do what with the file. */
export interface FileGroup {
  group_id: number
  group_type: Group['type']
  organization_id: number
}

/** Allow a member to read files of the own private group and of the organisation; an admin, of every group in it. */
export const mayReadFiles = (member: Member, group: FileGroup) =>
  isInOrganization(member, group) && (isAdmin(member) || isOwnPrivateGroup(member, group) || isOrganizationGroup(group))

/** Allow a member to add and delete files in the own private group; an admin, in every group of the organisation. */
export const mayChangeFiles = (member: Member, group: FileGroup) =>
  isInOrganization(member, group) && (isAdmin(member) || isOwnPrivateGroup(member, group))

/** Allow a member to go on with an upload that the member began; an admin, with every one of the organisation. */
export const mayFinishUpload = (member: Member, upload: FileGroup & { uploaded_by: number | null }) =>
  mayChangeFiles(member, upload) && (isAdmin(member) || upload.uploaded_by === member.id)

/** {@link mayReadFiles} as a query: the ids of the groups whose files a member may read. */
export const readableGroups = (db: Database, member: Member) =>
  db
    .select({ id: groups.id })
    .from(groups)
    .where(
      and(
        eq(groups.organization_id, member.organizationId),
        isAdmin(member) ? undefined : or(eq(groups.id, member.privateGroupId), eq(groups.type, 'organization')),
      ),
    )

const isAdmin = (member: Member) => member.role === 'admin'
const isInOrganization = (member: Member, group: FileGroup) => group.organization_id === member.organizationId
const isOwnPrivateGroup = (member: Member, group: FileGroup) => group.group_id === member.privateGroupId
const isOrganizationGroup = (group: FileGroup) => group.group_type === 'organization'
