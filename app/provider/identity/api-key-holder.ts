import { eq } from 'drizzle-orm'
import type { Scope } from '~/contract/api-keys.ts'
import type { Endpoint } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { callMcp } from '~/contract/mcp.ts'
import { apiKeys, type Database, now, oauthGrants, organizations, users } from '~/provider/db/index.ts'
import { type Member, memberColumns } from './members.ts'
import { mayUseApiKeys } from './api-key-policy.ts'

/** The key that a call is made with. */
export interface UsedApiKey {
  id: number
  name: string
  scopes: Scope[]
  /** Whether a program was given it, which its member allowed to use `/mcp`, and nothing else. */
  isProgram: boolean
}

/** A key, and the member in whose name it speaks. */
export interface Holder {
  member: Member
  apiKey: UsedApiKey
}

/** Milliseconds until another use of a key is noted: it is told to the minute. */
const noted = 60_000

/**
 * The member in whose name a key speaks, as of this call, and the key.
 *
 * @param hash of its secret
 * @throws ApiError `invalid_credentials` for a key that there is not, any more or yet, `not_active` where its owner's access was taken,
 *   `operation_not_authorized` where the organisation takes none of its owner's keys
 */
export async function findHolder(db: Database, hash: string): Promise<Holder> {
  const row = await db
    .select({
      member: memberColumns,
      deactivatedAt: users.deactivated_at,
      isService: users.is_service,
      allowedFor: organizations.api_keys_for,
      apiKey: { id: apiKeys.id, name: apiKeys.name, scopes: apiKeys.scopes },
      expiresAt: apiKeys.expires_at,
      lastUsedAt: apiKeys.last_used_at,
      programId: oauthGrants.client_id,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.user_id))
    .innerJoin(organizations, eq(organizations.id, users.organization_id))
    .leftJoin(oauthGrants, eq(oauthGrants.api_key_id, apiKeys.id))
    .where(eq(apiKeys.hash, hash))
    .get()
  if (!row || (row.expiresAt !== null && row.expiresAt <= now())) throw new ApiError('invalid_credentials')
  const { member, apiKey, deactivatedAt, isService, allowedFor, lastUsedAt, programId } = row
  if (deactivatedAt !== null) throw new ApiError('not_active')
  if (!mayUseApiKeys({ role: member.role, isService }, allowedFor)) throw new ApiError('operation_not_authorized')
  if (lastUsedAt === null || Date.parse(lastUsedAt) < Date.now() - noted) await noteUse(db, apiKey.id)
  return { member, apiKey: { ...apiKey, isProgram: programId !== null } }
}

const noteUse = (db: Database, id: number) => db.update(apiKeys).set({ last_used_at: now() }).where(eq(apiKeys.id, id))

/** @throws ApiError `operation_not_authorized` where the key is not for this endpoint */
export function requireScope(endpoint: Endpoint, apiKey: UsedApiKey | undefined): void {
  if (apiKey?.isProgram && endpoint.path !== callMcp.path) throw new ApiError('operation_not_authorized')
  if (!fitsScope(endpoint, apiKey)) throw new ApiError('operation_not_authorized')
}

/** Whether a call of this endpoint may be made with a key; without one, any may. */
export function fitsScope({ scope }: Endpoint, apiKey: UsedApiKey | undefined): boolean {
  if (!apiKey || scope === 'any') return true
  return scope !== undefined && apiKey.scopes.includes(scope)
}
