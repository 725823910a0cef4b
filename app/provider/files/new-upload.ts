import type { FileSource } from '~/contract/files.ts'
import { now } from '~/provider/db/index.ts'
import { fileType } from '~/provider/documents/mime.ts'
import type { Member } from '~/provider/identity/members.ts'
import type { FileGroup } from './policy.ts'

/** The row of a file that a member uploads to a group, as far as it is known before the bytes are. The name is a clean one. */
export function newUpload(
  name: string,
  group: Pick<FileGroup, 'group_id' | 'organization_id'>,
  member: Pick<Member, 'id'>,
  source: FileSource,
) {
  const time = now()
  return {
    organization_id: group.organization_id,
    group_id: group.group_id,
    uploaded_by: member.id,
    object_key: `${group.organization_id}/${crypto.randomUUID()}`,
    name,
    type: fileType(name),
    source,
    status: 'uploading',
    created_at: time,
    updated_at: time,
  } as const
}
