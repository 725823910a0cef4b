import { count, eq } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { ApiKey, createApiKey as endpoint } from '~/contract/api-keys.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { apiKeys } from '~/provider/db/index.ts'
import { apiKeyColumns, selectPolicy } from './list.ts'
import { mayUseApiKeys } from '~/provider/identity/api-key-policy.ts'
import { newSecret } from '~/provider/identity/api-key-secret.ts'

/** Keys of one member. */
const most = 50
const day = 24 * 60 * 60 * 1000

/**
 * Makes a key of the member. A call whose answer was lost is not to be repeated as the same: its secret is gone, and the key is to
 * be revoked.
 * @throws ApiError `operation_not_authorized` where the organisation takes none of the member's keys, `quota_exceeded` for too many
 */
export async function createApiKey(
  { body: { name, scopes, expires_in_days: days } }: ParsedOf<typeof endpoint>,
  call: Call,
): Promise<ApiKey & { secret: string }> {
  const { db, member } = call
  const [[policy], [counted]] = await db.batch([
    selectPolicy(call),
    db.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.user_id, member.id)),
  ])
  if (!mayUseApiKeys({ role: member.role, isService: false }, policy!.allowed_for))
    throw new ApiError('operation_not_authorized')
  if (counted!.keys >= most) throw new ApiError('quota_exceeded')

  const { secret, hash, ending } = newSecret()
  const insertion = db
    .insert(apiKeys)
    .values({
      organization_id: member.organizationId,
      user_id: member.id,
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
    details: { ending, scopes: scopes.join(' '), days: days },
  })
  return { ...created!, secret }
}
