import type { StoredFile } from '~/contract/files.ts'
import type { Group, Me } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import type { FilesFilter } from './files-search.ts'

/** The ids that a filter stands for, as the contract wants them; none means every group that the member may read. */
export function groupIdsOf(filter: FilesFilter['groups'], groups: Group[]): string | undefined {
  if (!filter) return undefined
  const type = filter === 'private' ? 'user' : 'organization'
  return groups
    .filter((group) => group.type === type)
    .map(({ id }) => id)
    .join(',')
}

/** The groups that a member adds files to: an admin also the organisation's, a user the private one. */
export const uploadGroups = ({ user_role, groups }: Me) =>
  groups.filter(({ type }) => user_role === 'admin' || type === 'user')

/** Whether a member may change or delete a file: an admin any, a user those of the own private group. */
export const mayChange = ({ user_role, groups }: Me, { group_id }: Pick<StoredFile, 'group_id'>) =>
  user_role === 'admin' || groups.some(({ id, type }) => type === 'user' && id === group_id)

/** What a group is called (private for user, organization for organization). */
export const groupLabel = (type: Group['type']) =>
  type === 'user' ? m.files_group_private() : m.files_group_organization()

/** Who can read a file, in words. An admin also sees the private files of others. */
export function accessLabel({ groups }: Me, { group_id, group_type }: Pick<StoredFile, 'group_id' | 'group_type'>) {
  if (group_type === 'organization') return m.file_access_organization()
  return groups.some(({ id }) => id === group_id) ? m.file_access_own() : m.file_access_other()
}
