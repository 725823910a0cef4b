import type { FileSource } from '~/contract/files.ts'
import { now } from '~/provider/db/index.ts'
import { sha256 } from '~/provider/objects/sha256.ts'
import { fileType } from '~/provider/documents/mime.ts'
import type { Member } from '~/provider/identity/members.ts'
import type { FileGroup } from './policy.ts'

/** Names the bytes of an upload. One that may be repeated has the same name each time: a run that was lost left its row and its bytes under it. */
export function uploadName(
  { request, member }: { request: Request; member: Pick<Member, 'key'> },
  content: string,
): string {
  const key = request.headers.get('idempotency-key')
  return key ? sha256(JSON.stringify([member.key, key, content])) : crypto.randomUUID()
}

/**
 * The row of a file that a member uploads to a group, as far as it is known before the bytes are. The file's name is a clean one.
 * @param bytesName what its bytes are called in the bucket, within the organisation
 */
export function newUpload(
  name: string,
  group: Pick<FileGroup, 'group_id' | 'organization_id'>,
  member: Pick<Member, 'id'>,
  source: FileSource,
  bytesName: string = crypto.randomUUID(),
) {
  const time = now()
  return {
    organization_id: group.organization_id,
    group_id: group.group_id,
    uploaded_by: member.id,
    object_key: `${group.organization_id}/${bytesName}`,
    name,
    type: fileType(name),
    source,
    status: 'uploading',
    created_at: time,
    updated_at: time,
  } as const
}
