import { and, eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { apiKeys, users } from '~/provider/db/index.ts'
import { mayRevoke } from '~/provider/identity/api-key-policy.ts'

/**
 * Ends a key: from now on it is taken for none that there ever was.
 * @throws ApiError `does_not_exist`
 */
export async function revokeApiKey(id: number, call: Call): Promise<void> {
  const { db, member } = call
  const own = and(eq(apiKeys.id, id), eq(apiKeys.organization_id, member.organizationId))
  const key = await db
    .select({
      user_id: apiKeys.user_id,
      organization_id: apiKeys.organization_id,
      name: apiKeys.name,
      ending: apiKeys.ending,
      owner: users.email,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.user_id))
    .where(own)
    .get()
  if (!key || !mayRevoke(member, key)) throw noSuchKey()
  const { name, ending, owner } = key
  const [[revoked]] = await changeRecorded(call, [db.delete(apiKeys).where(own).returning()], {
    action: 'api_key_revoked',
    target: name,
    details: { ending, owner },
  })
  if (!revoked) throw noSuchKey()
}

const noSuchKey = () => new ApiError('does_not_exist', { entity: 'api_key' })
