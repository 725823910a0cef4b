import { count, desc, eq, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { type ApiKey, type listAllApiKeys as endpoint, mostApiKeys, type OwnedApiKey } from '~/contract/api-keys.ts'
import type { Paged } from '~/contract/shared.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { apiKeys, organizations, users } from '~/provider/db/index.ts'
import { mayUseApiKeys } from '~/provider/identity/api-key-policy.ts'

const pageSize = 20

/** Until when the program that was given a key may renew it. */
const renewedUntil = sql`(SELECT oauth_grants.expires_at FROM oauth_grants WHERE oauth_grants.api_key_id = ${apiKeys.id})`

export const apiKeyColumns = {
  id: apiKeys.id,
  name: apiKeys.name,
  ending: apiKeys.ending,
  scopes: apiKeys.scopes,
  created_at: apiKeys.created_at,
  expires_at: sql<string | null>`coalesce(${renewedUntil}, ${apiKeys.expires_at})`.as('expires_at'),
  has_expired:
    sql<boolean>`coalesce(coalesce(${renewedUntil}, ${apiKeys.expires_at}) <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 0)`
      .mapWith(Boolean)
      .as('has_expired'),
  last_used_at: apiKeys.last_used_at,
  is_program: sql<boolean>`${renewedUntil} IS NOT NULL`.mapWith(Boolean).as('is_program'),
}

/** The member's own keys, the latest first, and whether the organisation takes them. */
export async function listApiKeys({ db, member }: Call): Promise<Paged<ApiKey> & { allowed: boolean }> {
  const [data, [policy]] = await db.batch([
    db.select(apiKeyColumns).from(apiKeys).where(eq(apiKeys.user_id, member.id)).orderBy(desc(apiKeys.id)),
    selectPolicy({ db, member }),
  ])
  return {
    data,
    ...pageNumbers(data.length, { page: 1, page_size: mostApiKeys }),
    allowed: mayUseApiKeys({ role: member.role, isService: false }, policy!.allowed_for),
  }
}

/** One page of all the organisation's keys, the latest first. */
export async function listAllApiKeys(
  { query: { page } }: ParsedOf<typeof endpoint>,
  { db, member }: Call,
): Promise<Paged<OwnedApiKey>> {
  const own = eq(apiKeys.organization_id, member.organizationId)
  const [data, [counted]] = await db.batch([
    db
      .select({
        ...apiKeyColumns,
        // Of a batch, columns of one name would be one.
        owner: {
          id: sql<number>`${users.id}`.as('owner_id'),
          email: users.email,
          name: sql<string | null>`${users.name}`.as('owner_name'),
          is_service: users.is_service,
        },
      })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.user_id))
      .where(own)
      .orderBy(desc(apiKeys.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.select({ total: count() }).from(apiKeys).where(own),
  ])
  return { data, ...pageNumbers(counted?.total ?? 0, { page, page_size: pageSize }) }
}

/** Whose keys the organisation takes, as a statement that gives one row. */
export const selectPolicy = ({ db, member }: Pick<Call, 'db' | 'member'>) =>
  db
    .select({ allowed_for: organizations.api_keys_for })
    .from(organizations)
    .where(eq(organizations.id, member.organizationId))
