import type { Member } from '~/provider/identity/members.ts'
import type { Organization } from './chain.ts'
import type { OrganizationObject } from './organization-object.ts'

/** The object of an organisation, by the random key of its row. */
export const organizationObject = (env: Env, key: string) =>
  (env.ORGANIZATIONS as DurableObjectNamespace<OrganizationObject>).getByName(key)

/** The organisation of a member. */
export const organizationOf = ({
  organizationId: id,
  organizationKey: key,
}: Pick<Member, 'organizationId' | 'organizationKey'>): Organization => ({ id, key })
