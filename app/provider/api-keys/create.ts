import { count, eq } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { type ApiKey, type createApiKey, mostApiKeys } from '~/contract/api-keys.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Role } from '~/contract/users.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { apiKeys, users } from '~/provider/db/index.ts'
import { mayUseApiKeys } from '~/provider/identity/api-key-policy.ts'
import { newSecret } from '~/provider/identity/api-key-secret.ts'
import { apiKeyColumns, selectPolicy } from './list.ts'

const day = 24 * 60 * 60 * 1000

type NewKey = ParsedOf<typeof createApiKey>['body']
type Created = ApiKey & { secret: string }

/** In whose name a key speaks. */
interface Owner {
  id: number
  role: Role
  isService: boolean
}

/**
 * Makes a key of the member. A call whose answer was lost is not to be repeated as the same: its secret is gone, and the key is to
 * be revoked.
 * @throws ApiError `operation_not_authorized` where the organisation takes none of the owner's keys, `quota_exceeded` for too many
 */
export const createOwnKey = (key: NewKey, call: Call): Promise<Created> =>
  createKey(key, { id: call.member.id, role: call.member.role, isService: false }, call)

/**
 * The same of a service account, for an admin.
 * @throws ApiError `does_not_exist` where there is none with this id
 */
export async function createServiceAccountKey(id: number, key: NewKey, call: Call): Promise<Created> {
  const { db, member } = call
  const account = await db.select().from(users).where(eq(users.id, id)).get()
  if (!account?.is_service || account.organization_id !== member.organizationId)
    throw new ApiError('does_not_exist', { entity: 'user' })
  return createKey(key, { id, role: account.role, isService: true }, call)
}

async function createKey({ name, scopes, expires_in_days: days }: NewKey, owner: Owner, call: Call): Promise<Created> {
  const { db, member } = call
  const [[policy], [counted]] = await db.batch([
    selectPolicy(call),
    db.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.user_id, owner.id)),
  ])
  if (!mayUseApiKeys(owner, policy!.allowed_for)) throw new ApiError('operation_not_authorized')
  if (counted!.keys >= mostApiKeys) throw new ApiError('quota_exceeded')

  const { secret, hash, ending } = newSecret()
  const insertion = db
    .insert(apiKeys)
    .values({
      organization_id: member.organizationId,
      user_id: owner.id,
      name: name.toWellFormed(),
      hash,
      ending,
      scopes: [...new Set(scopes)],
      expires_at: days === null ? null : new Date(Date.now() + days * day).toISOString(),
    })
    .returning(apiKeyColumns)
  const [[created]] = await changeRecorded(call, [insertion], {
    action: 'api_key_created',
    target: name,
    details: { ending, scopes: scopes.join(' '), days, ...(owner.isService && { user_id: owner.id }) },
  })
  return { ...created!, secret }
}
