import { ApiError } from '~/contract/errors.ts'
import type { Member } from '~/provider/identity/members.ts'

/**
 * Lets a call name its own organisation, in the path, the query or the body, and none but that. What a call reads and
 * writes is always the member's organisation; this only refuses a call that meant another.
 *
 * @throws ApiError `operation_not_authorized`
 */
export function requireOwnOrganization(input: object, member: Member): void {
  for (const part of Object.values(input)) {
    const { organization_id: named } = Object(part) as { organization_id?: unknown }
    if (named !== undefined && named !== member.organizationId) throw new ApiError('operation_not_authorized')
  }
}
