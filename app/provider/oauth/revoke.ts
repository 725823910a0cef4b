import { eq, or } from 'drizzle-orm'
import type { OpenCall } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { apiKeys, oauthGrants, organizations, users } from '~/provider/db/index.ts'
import { hashOf } from '~/provider/identity/api-key-secret.ts'
import { memberColumns } from '~/provider/identity/members.ts'
import { readForm } from './form.ts'

/** Ends what a program was allowed, by either of its tokens; whatever else it brings is ended already (RFC 7009). */
export async function revokeToken(call: OpenCall): Promise<Response> {
  const field = await readForm(call.request)
  const hash = hashOf(field('token'))
  const grant = await call.db
    .select({ id: oauthGrants.api_key_id })
    .from(oauthGrants)
    .innerJoin(apiKeys, eq(apiKeys.id, oauthGrants.api_key_id))
    .where(or(eq(apiKeys.hash, hash), eq(oauthGrants.refresh_hash, hash)))
    .get()
  if (grant) await endGrant(grant.id, call)
  return new Response(null)
}

/** Ends a grant in its member's name, as its program's act. */
export async function endGrant(apiKeyId: number, call: OpenCall): Promise<void> {
  const { db } = call
  const isKey = eq(apiKeys.id, apiKeyId)
  const row = await db
    .select({ member: memberColumns, key: { id: apiKeys.id, name: apiKeys.name, scopes: apiKeys.scopes } })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.user_id))
    .innerJoin(organizations, eq(organizations.id, users.organization_id))
    .where(isKey)
    .get()
  if (!row) return
  const { member, key } = row
  await changeRecorded({ ...call, member, apiKey: { ...key, isProgram: true } }, [db.delete(apiKeys).where(isKey)], {
    action: 'api_key_revoked',
    target: key.name,
    details: { owner: member.email },
  })
}
