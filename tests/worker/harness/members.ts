import type { Role } from '~/contract/users.ts'
import { type Caller, seedOrganization, type SeededOrganization, signedIn } from './callers.ts'

/**
 * Writes an organisation with these members and signs each of them in.
 * @param domain of their addresses, and the organisation's name: `hanako` is `hanako@{domain}`
 * @returns the organisation, its users in this order, and each member's calls by name
 */
export async function seedMembers<Name extends string>(
  domain: string,
  roles: Record<Name, Role>,
): Promise<{ organization: SeededOrganization } & Record<Name, Caller>> {
  const names = Object.keys(roles) as Name[]
  const addressOf = (name: Name) => `${name}@${domain}`
  const organization = await seedOrganization(
    domain,
    names.map((name) => ({ email: addressOf(name), role: roles[name] })),
  )
  const callers = await Promise.all(names.map(async (name) => [name, await signedIn(addressOf(name))] as const))
  return { organization, ...(Object.fromEntries(callers) as Record<Name, Caller>) }
}
