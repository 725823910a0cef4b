import { ApiError } from '~/contract/errors.ts'
import type { Member } from '~/provider/identity/members.ts'

/**
 * Lets a call name its own organisation, as the spec's calls do, and none but that. What a call reads and writes is
 * always the member's organisation; this only refuses a call that meant another.
 *
 * @throws ApiError `operation_not_authorized`
 */
export function requireOwnOrganization(organizationId: number | undefined, member: Member): void {
  if (organizationId !== undefined && organizationId !== member.organizationId) {
    throw new ApiError('operation_not_authorized')
  }
}
