import type { OrganizationObject } from './organization-object.ts'

/** The object of an organisation, by the random key of its row. */
export const organizationObject = (env: Env, key: string) =>
  (env.ORGANIZATIONS as DurableObjectNamespace<OrganizationObject>).getByName(key)
