import type { ApiKeysFor } from '~/contract/api-keys.ts'
import type { Member } from './members.ts'

/** Allow the keys of those for whom the organisation takes them; a service account is an admin's. */
export function mayUseApiKeys(owner: { role: Member['role']; isService: boolean }, allowedFor: ApiKeysFor): boolean {
  if (allowedFor === 'nobody') return false
  return allowedFor === 'members' || owner.role === 'admin' || owner.isService
}

/** Allow somebody to end an own key; an admin, any of the organisation. */
export const mayRevoke = (member: Member, key: { user_id: number; organization_id: number }) =>
  key.organization_id === member.organizationId && (key.user_id === member.id || member.role === 'admin')
